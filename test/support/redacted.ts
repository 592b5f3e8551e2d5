import type { Redacted } from '../../src/domain/privacy/redacted.js';

/** Text that a test vouches for. */
export const redacted = (text: string) => text as Redacted;
