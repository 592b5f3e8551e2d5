import { secretFinder } from './findSecrets.js';
import { ownPatterns } from './ownPatterns.js';
import { type PrivacyFilter, privacyFilter } from './privacyFilter.js';

/** The filter of a vault: all rules, and the owner's own `patterns`. */
export const ownFilter = (patterns: readonly RegExp[]): PrivacyFilter =>
  privacyFilter(secretFinder([ownPatterns(patterns)]));
