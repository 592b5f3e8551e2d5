import { expect, it } from 'vitest';
import { KEY_WORDS } from '../../../src/domain/privacy/keyWords.js';
import { privacyFilter } from '../../../src/domain/privacy/privacyFilter.js';

const filter = privacyFilter();
const words = KEY_WORDS.flatMap(({ language, passwords, others = [], is = [] }) =>
  [...passwords, ...others].map((word) => ({ language, word, is })),
);

it.each(words)(
  '$word ($language) names a secret, in small and capital letters',
  async ({ word, is }) => {
    for (const key of new Set([word, word.toUpperCase(), word.replaceAll(' ', '_')])) {
      // The capital of ς has another small letter, which no Greek writes in the midst of a word.
      for (const form of [`${key}: V`, `${key}=V`, `"${key}": "V"`, `${key}：V`]) {
        const given = form.replace('V', 'q7Hunter2');
        expect((await filter(given)).text).toBe(form.replace('V', '[REDACTED]'));
      }
    }
    for (const verb of is) {
      expect((await filter(`${word} ${verb} q7Hunter2`)).text).toBe(`${word} ${verb} [REDACTED]`);
    }
  },
);

it('a word of another language is no key within a word', async () => {
  for (const given of ['autoclave: hunter22x', 'palabra clave: diseño']) {
    expect((await filter(given)).text).toBe(given);
  }
});
