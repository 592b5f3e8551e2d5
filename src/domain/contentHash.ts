import { sha256Hex } from './sha256.js';

/** The fields that decide whether two observations are duplicates. */
export interface HashedContent {
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
