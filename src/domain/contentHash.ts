import canonical from 'fast-json-stable-stringify';
import { sha256Hex } from './sha256.js';

/** What makes two observations the same. */
export interface HashedContent {
  readonly type: string;
  readonly title: string;
  readonly content: string;
  readonly project?: string | undefined;
}

/**
 * SHA-256 (hex) of the canonical JSON of what would be stored. JSON keeps the fields apart, so no
 * separator can be forged; a project that was not given is left out.
 */
export function contentHash({ type, title, content, project }: HashedContent): string {
  return sha256Hex(canonical({ type, title, content, project }));
}
