import { expect, onTestFinished, test, vi } from 'vitest';
import { runCli } from '../../support/service.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault();

/** What the last of some words may become. */
async function completed(...words: string[]): Promise<string[]> {
  const { code, stdout } = await vault.piped(['complete', '--', ...words]);
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  // Behind them, a directive for the shell.
  expect(lines.at(-1)).toMatch(/^:\d+$/);
  return lines.slice(0, -1).map((line) => line.split('\t')[0] ?? '');
}

test('commands, their flags, the types of notes and the sources of an import are completed', async () => {
  expect(await completed('se')).toEqual(expect.arrayContaining(['search', 'setup', 'serve']));
  expect(await completed('sear')).toEqual(['search']);
  expect(await completed('search', '--ex')).toEqual(['--explain']);
  expect(await completed('save', '--type', 'd')).toEqual(['decision', 'discovery']);
  expect(await completed('import', 'n')).toEqual(['notes', 'ndjson']);
  expect(await completed('completion', '')).toEqual(['bash', 'zsh', 'fish']);
});

test('projects are completed from the vault, and without one there are none', async () => {
  const body = { type: 'task', title: 'T', content: 'C', project: 'lighthouse' } as const;
  await vault.client().POST('/api/v1/observations', { body });
  // The vault has all the time that it needs.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await completed('search', '--project', 'li')).toEqual(['lighthouse']);
  expect(await completed('timeline', 'li')).toEqual(['lighthouse']);
  const words = ['complete', '--', 'timeline', 'li'];
  const { code, stdout } = await runCli(words, temporaryDirectory());
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^:\d+\n$/) });
});

test.each(['bash', 'zsh', 'fish'])('%s gets a script that asks the program', async (shell) => {
  const { code, stdout } = await vault.piped(['completion', shell]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/memory-vault complete --/);
});
