/**
 * The token in what somebody pasted: its first 64 hex characters, since people copy the whole message that an invite came in,
 * and a field of one line leaves out the line breaks of it; else the text without spaces around it, so that the vault can say
 * what is wrong with it.
 */
export function inviteIn(pasted: string): string {
  return /[0-9a-f]{64}/.exec(pasted)?.[0] ?? pasted.trim();
}
