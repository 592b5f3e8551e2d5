import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli, spawnedCli } from '../support/service.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const GIVEN = 'first\n😀 password=hunter2 then\nACME-1234 <private>a\nb</private>';
const FILTERED = 'first\n😀 password=[REDACTED] then\n[REDACTED] [PRIVATE]';

function patternFile(text: string): Record<string, string> {
  const file = join(temporaryDirectory(), 'patterns');
  writeFileSync(file, text);
  return { VAULT_PRIVATE_PATTERNS: file };
}

test('filter prints the redacted text, and reports kinds, places and sizes but no secret', async () => {
  const dataDir = join(temporaryDirectory(), 'vault');
  const { code, stdout, stderr } = await runCli(
    ['filter'],
    dataDir,
    patternFile('ACME-\\d+'),
    GIVEN,
  );
  expect(code).toBe(0);
  expect(stdout).toBe(FILTERED);
  expect(stderr).toBe(
    [
      '2:12 key-value: the value of a key that names a secret, 7 characters',
      '3:1 custom: matches a pattern of VAULT_PRIVATE_PATTERNS, 9 characters',
      '3:11 private-block: a private block, 22 characters',
      '3 redactions',
      '',
    ].join('\n'),
  );
  expect(existsSync(dataDir)).toBe(false);
});

test('filter --explain names the rule of each find, and what spoke for a secret', async () => {
  const patterns = patternFile('ACME-\\d+');
  const { stderr } = await runCli(['filter', '--explain'], temporaryDirectory(), patterns, GIVEN);
  expect(stderr.split('\n').slice(0, 3)).toEqual([
    '2:12 key-value: the value of a key that names a secret, 7 characters, found by keyed/assigned',
    '3:1 custom: matches a pattern of VAULT_PRIVATE_PATTERNS, 9 characters, found by custom',
    '3:11 private-block: a private block, 22 characters, found by private-block',
  ]);
  const json = ['filter', '--explain', '--json'];
  const { stdout } = await runCli(json, temporaryDirectory(), {}, GIVEN);
  expect(JSON.parse(stdout).redactions[0].rule).toBe('keyed/assigned');
  const stated = await runCli(
    json.slice(0, 2),
    temporaryDirectory(),
    {},
    'the password is hunter2',
  );
  expect(stated.stderr).toContain(', found by keyed/stated (looks made up)\n');
});

test('filter --json prints one object', async () => {
  const dataDir = temporaryDirectory();
  const { code, stdout, stderr } = await runCli(['filter', '--json'], dataDir, {}, GIVEN);
  expect([code, stderr]).toEqual([0, '']);
  const { text, redactions } = JSON.parse(stdout);
  expect(text).toBe(FILTERED.replace('[REDACTED] [PRIVATE]', 'ACME-1234 [PRIVATE]'));
  expect(redactions[0]).toEqual({
    kind: 'key-value',
    line: 2,
    column: 12,
    characters: 7,
    why: 'the value of a key that names a secret',
  });
});

test('filter returns harmless text unchanged', async () => {
  const text = 'the token bucket\r\n\ttwo  blanks \n\n';
  const { code, stdout, stderr } = await runCli(['filter'], temporaryDirectory(), {}, text);
  expect([code, stdout, stderr]).toEqual([0, text, '0 redactions\n']);
});

test('a pattern that can take exponential time stops the start, of every command', async () => {
  const dataDir = temporaryDirectory();
  const patterns = patternFile('x\n(a+)+$');
  for (const { code, output } of [
    await runCli(['filter'], dataDir, patterns),
    await spawnedCli([], dataDir, patterns),
  ]) {
    expect(code).toBe(1);
    expect(output).toContain(
      'VAULT_PRIVATE_PATTERNS line 2 repeats a group without end: say how often, such as {1,20}',
    );
  }
});
