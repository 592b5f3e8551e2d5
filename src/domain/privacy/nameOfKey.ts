import { namesPassword } from './keyNames.js';
import type { KeyValuePair } from './keyValuePair.js';

const NAME = /^[A-Za-z_$][A-Za-z_$.]*$/;

/** `password: 'Password'`, `password: "PasswordFlow"`, `'Password used to sign'`: the label of a field. */
export function isLabel(text: string, key: string): boolean {
  if (!/^[A-Z][a-z]/.test(text)) return false;
  const rest = text.slice(key.length);
  return text.toLowerCase().startsWith(key.toLowerCase()) && /^(?:$|[ :]|[A-Z][a-z]+$)/.test(rest);
}

/** `token=token`, `token = next_token`, `password: passwordHash`: the value is a variable or a placeholder. */
export function isNameOfKey(
  text: string,
  { key, before, spaced }: KeyValuePair,
  quoted: boolean,
): boolean {
  if (!NAME.test(text.replace(/\d$/, ''))) return false;
  const whole = (/[\w$]{0,40}$/.exec(before)?.[0] ?? '') + key;
  const name = text.toLowerCase().replace(/\d$/, '');
  if (name === key.toLowerCase() || wordsOf(text.replace(/\d$/, '')) === wordsOf(whole))
    return true;
  if (quoted && namesPassword(key)) return false;
  if (spaced && !quoted && name.endsWith(key.toLowerCase())) return true;
  const words = wordsOf(text);
  return (
    words.trim().includes(' ') &&
    (words.includes(wordsOf(key)) || squashed(text).endsWith(squashed(key)))
  );
}

const squashed = (name: string) => name.replace(/[_$. -]/g, '').toLowerCase();

/** The words of a name in lower case, with blanks around: ` private key ` of `PrivateKey` and `PRIVATE_KEY`. */
const wordsOf = (name: string) =>
  ` ${name
    .replace(/([a-z](?=[A-Z])|[A-Z](?=[A-Z][a-z]))|[_$. -]+/g, '$1 ')
    .trim()
    .toLowerCase()} `;
