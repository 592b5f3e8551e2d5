import { hash } from 'node:crypto';

/** SHA-256 in one call. The detour over a binary string is faster, because Node creates buffers slowly. */
export function sha256(data: string | Buffer): Buffer {
  return Buffer.from(hash('sha256', data, 'binary'), 'binary');
}

/** SHA-256 of a text in UTF-8, as 64 hex digits. */
export const sha256Hex = (text: string): string => hash('sha256', text, 'hex');
