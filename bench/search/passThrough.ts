import type { PrivacyFilter, Redacted } from '../../src/domain/privacy/privacyFilter.js';

/** Made-up notes hold no secrets: the benchmark vouches for them, and filling a vault is faster. */
export const vouched = (text: string) => text as Redacted;

/** A filter that finds nothing. */
export const passThrough: PrivacyFilter = async (text) => ({ text: vouched(text), finds: [] });
