import { expect, test } from 'vitest';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault();

async function saved(title: string, ...flags: readonly string[]) {
  const args = ['save', `${title}.`, '--title', title, '--project', 'till', ...flags];
  const { code, stdout, stderr } = await vault.piped(args);
  expect(code, stderr).toBe(0);
  return stdout.trim();
}

const FROM = ['changes', '--from', '2020-01-01'];

test('two days are compared, by kind', async () => {
  const old = await saved('Old rule');
  const rule = await saved('New rule', '--supersedes', old);
  const gone = [await saved('Secret one'), await saved('Secret two')];
  const forgotten = await vault.piped(['forget', ...gone, '--yes', '--format', 'json']);
  expect(forgotten.stderr).toMatch(/receipt [0-9A-Z]{26}/);
  const { lines } = await vault.shown([...FROM, '--no-color'], { columns: 120 });
  const words = lines.map((line) => line.trim().split(/\s{2,}|\s(?=[0-9A-Z]{8}\b)/));
  expect(lines.join('\n')).not.toContain('Secret');
  expect(words.map(([what]) => what?.split(' ')[0]).filter(Boolean)).toEqual([
    'what',
    'added',
    'added',
    'superseded',
    'forgotten',
    'forgotten',
  ]);
  expect(lines.find((line) => line.startsWith('superseded'))).toContain(rule.slice(-8));
  const json = await vault.piped([...FROM, '--kind', 'forgotten', '--format', 'json']);
  expect(JSON.parse(json.stdout)).toMatchObject(
    [...gone].reverse().map((id) => ({ what: 'forgotten', id })),
  );
  expect((await vault.piped([...FROM, '--to', '2020-01-02'])).code).toBe(3);
  const refused = await vault.piped([...FROM, '--to', '2019-01-01']);
  expect(refused.stderr).toContain('must not be after');
});
