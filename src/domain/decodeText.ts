/**
 * The text of bytes that come from outside, without a mark of the byte order: UTF-8, or UTF-16 behind its mark, as some
 * programs of Windows write it (RFC 3629, RFC 2781). Undefined for anything else, which would become another text.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
