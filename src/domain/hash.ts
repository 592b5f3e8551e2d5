import { hash } from 'node:crypto';

/** SHA-256 in one call. The detour over a binary string is faster, because Node creates buffers slowly. */
export function sha256(data: string | Buffer): Buffer {
  return Buffer.from(hash('sha256', data, 'binary'), 'binary');
}

/** SHA-256 of a text in UTF-8, as 64 hex digits. */
export const sha256Hex = (text: string): string => hash('sha256', text, 'hex');

/** The fields that decide whether two observations are duplicates. */
interface HashedContent {
  readonly type: string;
  readonly title: string;
  readonly content: string;
  readonly project?: string | undefined;
}

/**
 * SHA-256 (hex) of the canonical JSON of these fields. JSON keeps the fields apart, so no text can
 * imitate a separator. A missing project is left out.
 */
export function contentHash({ type, title, content, project }: HashedContent): string {
  // Canonical JSON has its names in this order, and leaves out what is undefined.
  return sha256Hex(JSON.stringify({ content, project, title, type }));
}
