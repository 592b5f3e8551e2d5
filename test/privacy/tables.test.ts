import { describe, expect, it } from 'vitest';
import { privacyFilter } from '../../src/privacy/privacyFilter.js';
import { readHarmlessTable } from './harmlessTable.js';
import { readSecretTable } from './secretTable.js';

const filter = privacyFilter();
const secrets = readSecretTable();
const harmless = readHarmlessTable();

describe('secrets', () => {
  it('are many, of every kind and in every embedding', () => {
    expect(secrets.length).toBeGreaterThan(300);
    expect(new Set(secrets.map(({ kind }) => kind)).size).toBeGreaterThan(60);
    expect(secrets.every(({ pieces }) => pieces.length > 0)).toBe(true);
  });

  it.each(secrets)('$kind, $embedding', async ({ text, expected, pieces }) => {
    const filtered = await filter(text);
    expect(filtered.text).toBe(expected);
    for (const piece of pieces) expect(filtered.text).not.toContain(piece);
    expect(await filter(filtered.text)).toEqual({ text: filtered.text, finds: [] });
  });

  it.each(secrets)('$kind, $embedding, on Windows', async ({ text, pieces }) => {
    const filtered = await filter(text.replaceAll('\n', '\r\n'));
    for (const piece of pieces) expect(filtered.text).not.toContain(piece);
  });
});

describe('keys', () => {
  const names =
    'password passwd pwd passphrase token secret api+key private+key client+secret access+key role+id secret+id access+token db+password';
  const values = ['letmein', 'LetMeIn', 'LETMEIN', '12345678', 'correct-horse', 'p@ss,w0rd', 'x'];
  const forms = [
    'K=V',
    'K = V',
    'K: V',
    'K : V',
    'K:\tV',
    'K="V"',
    "K='V'",
    'K=`V`',
    'K: "V"',
    "K: 'V'",
    '"K": "V"',
    '"K":"V"',
    '"K" : "V"',
    "'K': 'V'",
    '\\"K\\":\\"V\\"',
    '{"a":1,"K":"V","b":2}',
    '{K: "V"}',
    'K => "V"',
    'a:\n  K: V\n  b: c',
    '- K: V',
    '> K: V',
    '  K:   V  ',
    '(K=V)',
    'K=V;',
    'export K=V',
    '--K=V',
    'before K: V',
    'before K=V and after',
    'https://h.example/p?K=V',
    'https://h.example/p?a=1&K=V&b=2',
  ];

  it.each(names.split(' '))('%s is recognised in every spelling and form', async (name) => {
    const words = name.split('+');
    const capital = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
    const joined = ['', ' ', '_', '-', '.'].map((by) => words.join(by));
    const spellings = new Set([
      ...joined,
      ...joined.map((key) => key.toUpperCase()),
      ...['', ' ', '-'].map((by) => capital.join(by)),
      [words[0], ...capital.slice(1)].join(''),
    ]);
    for (const key of spellings) {
      for (const value of values) {
        for (const form of forms) {
          const fill = (v: string) => form.replace(/[KV]/g, (slot) => (slot === 'K' ? key : v));
          expect((await filter(fill(value))).text).toBe(fill('[REDACTED]'));
        }
      }
    }
  });
});

describe('harmless text is returned unchanged', () => {
  it('is there in plenty', () => expect(harmless.length).toBeGreaterThan(250));

  it.each(harmless)('%s', async (given) => {
    expect(await filter(given)).toEqual({ text: given, finds: [] });
  });
});
