import { expect, it } from 'vitest';
import { KEY_WORDS } from '../../src/privacy/keyWords.js';
import { privacyFilter } from '../../src/privacy/privacyFilter.js';

const filter = privacyFilter();
const split = (words = '') => words.split('|').filter((word) => word !== '');
const words = Object.entries(KEY_WORDS).flatMap(([language, { passwords, others, is }]) =>
  [...split(passwords), ...split(others)].map((word) => ({ language, word, is: split(is) })),
);

it.each(words)(
  '$word ($language) names a secret, in small and capital letters',
  async ({ word, is }) => {
    for (const key of new Set([word, word.toUpperCase(), word.replaceAll(' ', '_')])) {
      for (const form of [`${key}: §`, `${key}=§`, `"${key}": "§"`, `${key}：§`]) {
        const given = form.replace('§', 'q7HunterX2kT9');
        expect((await filter(given)).text).toBe(form.replace('§', '[REDACTED]'));
      }
    }
    for (const verb of is) {
      expect((await filter(`${word} ${verb} q7HunterX2kT9`)).text).toBe(
        `${word} ${verb} [REDACTED]`,
      );
    }
  },
);

it('a word of another language is no key within a word', async () => {
  for (const given of ['autoclave: hunter22x', 'palabra clave: diseño']) {
    expect((await filter(given)).text).toBe(given);
  }
});
