import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sayings } from '../../src/backfill/extract/nearlySame.js';
import { firstSentences, mayTell, tellingSentences } from '../../src/backfill/extract/sentences.js';
import { runs } from '../support/depth.js';

test.each([
  ['The root cause was a race between the two workers.', 'learning'],
  ['It turned out that the index is only used with lower case.', 'learning'],
  ["`--extra dev` doesn't work, because the project has groups instead of extras.", 'learning'],
  ['We decided to keep the ledger append-only.', 'decision'],
  ['We use `pg` instead of an ORM, because joins were slow.', 'decision'],
  ['The `flush()` is needed because the pool closes early.', 'learning'],
])('an agent that says %j tells a %s', (sentence, type) => {
  const text = `I looked at it. ${sentence} All tests pass.`;
  expect(tellingSentences(text, 'assistant')).toMatchObject([{ sentence, type, context: text }]);
  expect(mayTell(text)).toBe(true);
});

test.each([
  'Never round prices in this project.',
  'Please always run the migrations before the tests.',
  "Mend it, and don't ever touch the generated files.",
])('a person who says %j lays down a rule', (sentence) => {
  expect(tellingSentences(sentence, 'user')).toMatchObject([{ sentence, type: 'decision' }]);
});

test.each([
  'I will read the file because it may hold the reason.',
  "Let me use `rg` instead of grep because it's faster.",
  'Should we use a queue instead of a table because of the locks?',
  'This is never going to work.',
  '```\n// We decided to keep the ledger append-only.\n```',
  '> We decided to keep the ledger append-only.',
  '    We decided to keep the ledger append-only, because of audits.',
  '| We decided to keep the ledger append-only |',
  '# Why we decided to keep the ledger append-only',
])('%j tells nothing', (text) => {
  expect(tellingSentences(text, 'assistant')).toEqual([]);
});

test('what a person has put in from elsewhere is not what they say', () => {
  const pasted = `${'A line of a log.\n'.repeat(400)}Never round prices in this project.`;
  expect(tellingSentences(pasted, 'user')).toEqual([]);
});

test('an item of a list is a text of its own, and a wrapped line is none', () => {
  const text = '- We decided to keep\n  the ledger append-only.\n- Another item.';
  expect(tellingSentences(text, 'assistant')).toMatchObject([
    { context: 'We decided to keep the ledger append-only.' },
  ]);
});

test('a goal is the first sentences that fit', () => {
  expect(firstSentences('\n\nMend it. Then test it.\nMore.', 200)).toBe('Mend it. Then test it.');
  expect(firstSentences('Mend it. Then test it.', 10)).toBe('Mend it.');
  expect(firstSentences('', 10)).toBe('');
});

test('a fence within a longer fence ends no code', () => {
  const said = 'The root cause was a stale lock in the pool.';
  const quoted = 'It turned out that the quoted pool is another one.';
  const text = `\`\`\`\`md\n\`\`\`\n${quoted}\n\`\`\`\n${quoted}\n\`\`\`\`\r\n${said}`;
  expect(tellingSentences(text, 'assistant').map(({ sentence }) => sentence)).toEqual([said]);
});

test('a text that says no more than another one is not new', () => {
  const { isNew } = sayings();
  expect(isNew('The pool closes before the flush is done.')).toBe(true);
  expect(isNew('the pool CLOSES before the flush')).toBe(false);
  expect(isNew('The pool closes before the flush, so the worker has to wait for both.')).toBe(true);
});

test('any text is taken apart, and each sentence is a part of it', () => {
  const words = fc.constantFrom(
    'because',
    'We decided',
    'root cause',
    '. ',
    '\n',
    '```',
    '> ',
    '`a`',
    'never',
    'x'.repeat(50),
    ' ',
    '- ',
    '! A',
  );
  const check = (parts: readonly string[]) => {
    const text = parts.join(' ');
    const flat = text.replaceAll(/\*\*|__|\s+/g, ' ');
    for (const { sentence } of tellingSentences(text, 'assistant'))
      for (const word of sentence.split(' ')) expect(flat).toContain(word);
  };
  fc.assert(fc.property(fc.array(words, { maxLength: 60 }), check), { numRuns: runs(200, 2000) });
});
