import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { privacyFilter } from '../../src/privacy/privacyFilter.js';
import { runs } from '../support/depth.js';
import { readHarmlessTable } from './harmlessTable.js';
import { EMBEDDED, TOKENS } from './secrets.js';
import { readSecretTable } from './secretTable.js';

const filter = privacyFilter();
const HARMLESS = readHarmlessTable();
/** Except those that extend to the end of the text. */
const SECRETS = readSecretTable().filter(({ embedding }) => !/unclosed|cut short/.test(embedding));

describe('secrets', () => {
  it.each(TOKENS)('%s is recognised by its shape: %s', async (kind, token) => {
    const { text, finds } = await filter(`before ${token} after`);
    expect(text).toBe('before [REDACTED] after');
    expect(finds).toEqual([{ kind, count: 1 }]);
  });

  it.each(EMBEDDED)('in %j only %j is replaced', async (given, secret) => {
    const { text } = await filter(given);
    expect(text).toBe(given.replace(secret, '[REDACTED]'));
  });

  it('leaves no part of a key that is not closed', async () => {
    const { text } = await filter(`see -----BEGIN EC PRIVATE KEY-----\nabc\n\ndef`);
    expect(text).toBe('see [REDACTED]');
  });

  it('takes an AWS secret key that stands beside its id', async () => {
    const { text } = await filter(`AKIA${'A1'.repeat(8)} ${'aB3/'.repeat(10)} ok`);
    expect(text).toBe('[REDACTED] [REDACTED] ok');
  });

  it('counts by kind, sorted', async () => {
    const { finds } = await filter(
      `<private>a</private> password=x token=y Bearer ${'a1'.repeat(10)}`,
    );
    expect(finds).toEqual([
      { kind: 'bearer', count: 1 },
      { kind: 'key-value', count: 2 },
      { kind: 'private-block', count: 1 },
    ]);
  });

  it('is not switched off by comments in the text', async () => {
    for (const comment of [
      'secretlint-disable',
      'secretlint-disable-next-line',
      'secretlint-disable-line',
    ]) {
      const { text } = await filter(`/* ${comment} */\ndckr_pat_${'a1b'.repeat(9)} // ${comment}`);
      expect(text).toBe(`/* ${comment} */\n[REDACTED] // ${comment}`);
    }
  });

  it('finds the right place behind a byte order mark', async () => {
    expect((await filter(`\uFEFFa dckr_pat_${'a1b'.repeat(9)} b`)).text).toBe(
      '\uFEFFa [REDACTED] b',
    );
  });
});

const token = fc.constantFrom(...TOKENS).map(([, value]) => value);
const piece = fc.oneof(
  token,
  fc.constantFrom(...EMBEDDED).map(([text]) => text),
  fc.constantFrom(...HARMLESS),
  fc.constantFrom(...SECRETS).map(({ text }) => text),
  fc.constantFrom(
    'password',
    'token',
    '=',
    ': ',
    ' ',
    '\n',
    '"',
    "'",
    '`',
    '\\',
    '&',
    '?',
    ',',
    '@',
    '://',
    'a:b',
  ),
  fc.constantFrom(
    '<private>',
    '</private>',
    '[REDACTED]',
    '[PRIVATE]',
    '${',
    '}',
    '|',
    '--',
    'Bearer ',
    '😀',
    '\u200b',
    '＝',
    '密码',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const anything = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'grapheme' }),
);

describe('for any text', () => {
  test.prop([anything], { numRuns: runs(300, 1500) })(
    'a second pass finds nothing',
    async (given) => {
      const once = await filter(given);
      expect(await filter(once.text)).toEqual({ text: once.text, finds: [] });
    },
  );

  test.prop([anything], { numRuns: runs(100, 500) })(
    'no surrogate pair is split',
    async (given) => {
      fc.pre(!/\p{Surrogate}/u.test(given));
      expect(/\p{Surrogate}/u.test((await filter(given)).text)).toBe(false);
    },
  );

  const word = fc.constantFrom(
    'the',
    'worker',
    'retries',
    'größer',
    '再試行',
    'after',
    '(twice)',
    'ok.',
  );
  const prose = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
  const alnum = [...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'];
  const password = fc
    .string({ unit: fc.constantFrom(...alnum), minLength: 8, maxLength: 40 })
    .map((text) => `q7${text}Z`);
  const key = fc.constantFrom(
    'password',
    'DB_PASSWORD',
    'apiKey',
    'client-secret',
    'Access Key',
    'secret_id',
  );
  const pair = fc.constantFrom(
    'K=V',
    'K: V',
    'K = V',
    '"K": "V"',
    "'K':'V'",
    'K=`V`',
    'https://h.example/?a=b&K=V',
  );

  test.prop([prose, token, prose])(
    'a token is replaced and the prose stays',
    async (before, secret, after) => {
      const { text } = await filter(`${before} ${secret} ${after}`);
      expect(text).toBe(`${before} [REDACTED] ${after}`);
    },
  );

  // The line below a line that ends in a colon may be its value, and an indented one a value of the manifest above it.
  const apart = HARMLESS.filter((line) => !line.endsWith(':') && !/^(?:\s|kind:)/.test(line));
  const lines = fc.array(fc.constantFrom(...apart), { maxLength: 4 });
  test.prop([lines, fc.constantFrom(...SECRETS), lines], { numRuns: runs(250, 1000) })(
    'a secret anywhere in harmless text is replaced and the text around it stays',
    async (before, { text: secret, expected }, after) => {
      const { text } = await filter([...before, secret, ...after].join('\n\n'));
      expect(text).toBe([...before, expected, ...after].join('\n\n'));
    },
  );

  test.prop([fc.constantFrom(...HARMLESS), token, fc.double({ min: 0, max: 1, noNaN: true })])(
    'a token between any two words of a sentence is replaced',
    async (sentence, secret, place) => {
      const words = sentence.split(' ');
      const at = Math.round(place * words.length);
      const { text } = await filter([...words.slice(0, at), secret, ...words.slice(at)].join(' '));
      expect(text).not.toContain(secret);
      expect(text).toContain('[REDACTED]');
    },
  );

  test.prop([prose, key, pair, password, prose])(
    'the value of a key is replaced, key and prose stay',
    async (before, name, form, secret, after) => {
      const [open = '', close = ''] = form.replace('K', name).split('V');
      const { text } = await filter(`${before} ${open}${secret}${close} ${after}`);
      expect(text).toBe(`${before} ${open}[REDACTED]${close} ${after}`);
    },
  );
});

describe('a long text that is made against the filter', () => {
  const fill = (unit: string, size = 500_000): string =>
    unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

  it.each([
    ['password=', 'password=[REDACTED]'],
    ['<private', fill('<private')],
    ['<private>', '[PRIVATE]'],
    ['-----BEGIN', fill('-----BEGIN')],
    ['-----BEGIN PRIVATE KEY-----', '[REDACTED]'],
    ['a', fill('a')],
    ['.', fill('.')],
    ['-', fill('-')],
    ['eyJ.', fill('eyJ.')],
    ['http://', fill('http://')],
    ['token=>', fill('token=>')],
  ])('of %j', async (unit, expected) => {
    const { text } = await filter(fill(unit));
    // Compared without the matcher, which would print half a megabyte.
    expect(text === expected).toBe(true);
  });

  it.each([
    'password=x ',
    'token="',
    'token=null&',
    'token: |\n ',
    'token==',
    'token=<',
    'SG.a.',
    'http://a:b@',
    'ghp_',
    'figd_',
    'xoxb-a-',
    'Bearer ',
    'Authorization: ',
    'SECRET_ACCESS_KEY=',
    `dapi${'a'.repeat(32)}`,
    `shpat_${'a'.repeat(32)}_`,
    'mongodb://a:',
    'password=😀',
    'token=a(',
    '</private><private>',
    'password,',
    'user,password\n',
    'cookie: a=b; ',
    'pass\u200bword=x ',
    '密码是',
    'a:b@h:1 ',
  ])('of %j, with nothing left to find', async (unit) => {
    const { text } = await filter(fill(unit, runs(60_000, 500_000)));
    expect((await filter(text)).finds).toEqual([]);
  });
});
