/**
 * The token in what somebody pasted: the 64 hex characters in it, if there are any, since people copy the whole message of an
 * invite; else the text without spaces around it, so that the vault can say what is wrong with it.
 */
export function inviteIn(pasted: string): string {
  return tokensIn(pasted)[0] ?? pasted.trim();
}

const tokensIn = (text: string) => text.match(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/gi) ?? [];
