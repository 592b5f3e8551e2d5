import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testClient } from '../support/client.js';
import { note } from '../support/notes.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testApp, testConfig } from '../support/testApp.js';

function patternFile(text: string): Record<string, string> {
  const file = join(temporaryDirectory(), 'patterns');
  writeFileSync(file, text);
  return { VAULT_PRIVATE_PATTERNS: file };
}

test('each line is a pattern, except empty lines and comments', () => {
  const { privatePatterns } = testConfig(
    patternFile('\uFEFF# ours\r\n\r\n  ACME-\\d{4} \n\n# x\nfalke'),
  );
  expect(privatePatterns.map(({ source }) => source)).toEqual(['ACME-\\d{4}', 'falke']);
});

test('by default there are no patterns', () => expect(testConfig().privatePatterns).toEqual([]));

test('all errors of the file are reported together, in one line', () => {
  const file = patternFile('ok\n(a+)+$\n# (\n(\n\n\\w*');
  expect(() => testConfig({ ...file, VAULT_TIER: 'gold' })).toThrow(
    /^VAULT_TIER [^\n]*; VAULT_PRIVATE_PATTERNS line 2 repeats a group without end[^\n]*; VAULT_PRIVATE_PATTERNS line 4 is not a regular expression: unterminated group; VAULT_PRIVATE_PATTERNS line 6 matches an empty text$/,
  );
});

test('a file that cannot be read stops the start', () => {
  expect(() => testConfig({ VAULT_PRIVATE_PATTERNS: '/nowhere' })).toThrow(
    'VAULT_PRIVATE_PATTERNS names /nowhere, which cannot be read: check the path and its permissions',
  );
});

test('text that matches a pattern is not stored', async () => {
  const client = await testClient(await testApp(patternFile('ACME-\\d{4}')));
  const payload = note({ title: 'about ACME-1234', content: 'ACME-1234', dry_run: true });
  const answer = (await client.call('POST', '/api/v1/observations', { payload })).json();
  expect(answer.observation).toMatchObject({ title: 'about [REDACTED]', content: '[REDACTED]' });
  expect(answer.redactions).toEqual([{ kind: 'custom', count: 2 }]);
});
