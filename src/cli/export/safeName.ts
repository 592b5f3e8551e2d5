import { sha256Hex } from '../../domain/sha256.js';

/** Bytes of the longest name of a file or folder that is made of a text, with the digest behind it. */
const LONGEST = 100;

/** What a name on some system may not hold, and what Obsidian takes for a link or a tag. */
const FORBIDDEN = /[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*#^[\]%`]+/gu;
/** Names of devices under Windows, also with an ending; it takes `¹` for 1. */
const DEVICE = /^(con|prn|aux|nul|(?:com|lpt)[\d¹²³]|conin\$|conout\$)(\.|$)/i;

/**
 * A text as the name of a file or a folder, without an ending, on every system. Where something of the text had to change, a
 * digest of it follows, so that two texts never share a name. `reserved` are names that mean something else.
 */
export function safeName(text: string, reserved: readonly string[] = []): string {
  const name = text
    .normalize('NFC')
    .replace(FORBIDDEN, '-')
    .replace(/\s+/g, ' ')
    // Hidden under Unix, dropped by Windows.
    .replace(/^[. ]+|[. ]+$/g, '');
  const isTaken = DEVICE.test(name) || reserved.includes(name.toLowerCase());
  if (name === text && name !== '' && !isTaken && Buffer.byteLength(name) <= LONGEST) return name;
  const digest = sha256Hex(text).slice(0, 8);
  return `${cutToBytes(isTaken ? `_${name}` : name, LONGEST - digest.length - 1)}~${digest}`;
}

/** A title in lower case with a hyphen for everything that is no letter or digit; at most 72 bytes. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-');
  return cutToBytes(words.replace(/^-+/, ''), 72).replace(/-+$/, '') || 'untitled';
}

/** The first whole letters with their marks, of at most so many bytes. */
export function cutToBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  let cut = '';
  let length = 0;
  for (const [letter] of text.matchAll(/\P{M}\p{M}*|\p{M}/gu)) {
    length += Buffer.byteLength(letter);
    if (length > most) break;
    cut += letter;
  }
  return cut.trimEnd();
}
