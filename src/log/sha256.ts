import { hash } from 'node:crypto';

/** SHA-256 in one call. The detour over a binary string is faster, because Node creates buffers slowly. */
export function sha256(data: string | Buffer): Buffer {
  return Buffer.from(hash('sha256', data, 'binary'), 'binary');
}
