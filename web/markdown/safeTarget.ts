import { hasHidden } from '../kit/hiddenCharacters.js';

const LONGEST_TARGET = 2000;

/**
 * Where a link may lead: an address of http, https or mailto, as the browser understands it, so that look-alike letters of a
 * domain show as `xn--…`. Undefined for all else, such as `javascript:`, addresses of this page, or hidden characters.
 */
export function safeTarget(written: string): string | undefined {
  if (!/^(?:https?:\/\/|mailto:)/i.test(written) || written.length > LONGEST_TARGET) {
    return undefined;
  }
  if (hasHidden(written) || !URL.canParse(written)) return undefined;
  const { protocol, username, password, href } = new URL(written);
  // `https://bank.example@evil.example` looks as if it led elsewhere.
  if (username !== '' || password !== '') return undefined;
  return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : undefined;
}
