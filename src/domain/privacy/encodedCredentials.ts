/** Characters of a user, a colon and a password. */
const USER_AND_PASSWORD = /^[\w.@+$-]{1,128}:[^\s\p{C}]{1,256}$/u;

/** Whether a text is `user:password` in base64, as Basic authentication and Docker's `config.json` have it. */
export function holdsCredentials(base64: string): boolean {
  if (base64.length < 8 || base64.length > 512 || !/^[\w+/-]+={0,2}$/.test(base64)) return false;
  return USER_AND_PASSWORD.test(Buffer.from(base64, 'base64').toString('latin1'));
}
