import type { PrivacyFilter } from '../../src/privacy/privacyFilter.js';
import { redacted } from './redacted.js';

/** A fast filter for tests of other things. It knows one secret, the word `hush`. */
export const plainFilter: PrivacyFilter = async (text) => {
  const count = text.split('hush').length - 1;
  return {
    text: redacted(text.replaceAll('hush', '[REDACTED]')),
    finds: count > 0 ? [{ kind: 'custom', count }] : [],
  };
};
