import type { Redacted } from '../../src/privacy/privacyFilter.js';

/** Marks a text as redacted without the filter, for tests. */
export const redacted = (text: string) => text as Redacted;
