import type { PrivacyFilter, Redacted } from '../../../src/privacy/privacyFilter.js';

/** Marks a text as filtered, which makes filling a vault faster. The cast is safe: generated notes have no secrets. */
export const vouched = (text: string) => text as Redacted;

/** A filter that finds nothing. */
export const passThrough: PrivacyFilter = async (text) => ({ text: vouched(text), finds: [] });
