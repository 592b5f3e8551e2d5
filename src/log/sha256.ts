import { hash } from 'node:crypto';

/** SHA-256 in one shot. By way of a binary string, since Node makes those faster than buffers. */
export function sha256(data: string | Buffer): Buffer {
  return Buffer.from(hash('sha256', data, 'binary'), 'binary');
}
