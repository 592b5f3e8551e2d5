import { expect, test } from 'vitest';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault();

test('save takes a note for the one who saves it, or for every project, and search leaves them out on request', async () => {
  for (const where of [['--personal'], ['--everywhere'], ['--project', 'till']]) {
    const { code, stderr } = await vault.piped(['save', `Anchor ${where}.`, ...where]);
    expect(code, stderr).toBe(0);
  }
  const found = async (...flags: string[]) => {
    const args = ['search', 'anchor', '--project', 'till', '--format', 'json', ...flags];
    const notes: readonly { project: string }[] = JSON.parse((await vault.piped(args)).stdout);
    return notes.map(({ project }) => project).sort();
  };
  expect(await found()).toEqual(['everywhere', 'personal', 'till']);
  expect(await found('--alone')).toEqual(['till']);
  const { stdout } = await vault.piped(['context', 'till', '--tokens', '680']);
  expect(stdout).toMatch(/Personal notes of this user:\n.*\nNotes for every project:\n/);
});

test.each([
  ['--personal', '--everywhere'],
  ['--personal', '--project', 'till'],
  ['--everywhere', '--project', 'till'],
])('a note goes to one place: %s %s', async (...flags) => {
  const { code, stderr } = await vault.piped(['save', 'Text.', ...flags]);
  expect(code).toBe(2);
  expect(stderr).toContain('cannot be used with');
});
