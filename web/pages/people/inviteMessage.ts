import { formatTime } from '../../kit/formatTime.js';

/** What an admin sends to a person with an invite. `origin` is the address of the vault, such as `https://vault.example`. */
export function inviteMessage(
  origin: string,
  { token, expires_at }: { readonly token: string; readonly expires_at: string },
): string {
  return [
    `You are invited to the Memory Vault at ${origin}`,
    '',
    `In a browser: open ${origin}/#/join and paste this message.`,
    `In a terminal: memory-vault login ${origin}`,
    '',
    `Your invite, good once and until ${formatTime(expires_at, 'utcDay')}:`,
    token,
  ].join('\n');
}
