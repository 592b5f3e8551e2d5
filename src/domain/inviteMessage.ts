/** What somebody does with an invite. `origin` is the address of the vault, such as `https://vault.example`. */
export function inviteWords(origin: string, { expires_at }: { readonly expires_at: string }) {
  return [
    `You are invited to the Memory Vault at ${origin}`,
    '',
    `In a browser: open ${origin}/#/join and paste this message.`,
    `In a terminal: memory-vault login ${origin}`,
    '',
    `Your invite, good once and until ${expires_at.slice(0, 10)}:`,
  ].join('\n');
}

/** What an admin sends to a person with an invite. */
export function inviteMessage(
  origin: string,
  { token, ...rest }: { readonly token: string; readonly expires_at: string },
): string {
  return `${inviteWords(origin, rest)}\n${token}`;
}
