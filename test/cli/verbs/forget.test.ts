import { expect, test } from 'vitest';
import { runCli } from '../../support/service.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault();

async function saved(title: string): Promise<string> {
  const body = { type: 'task', title, content: title } as const;
  const { data } = await vault.client().POST('/api/v1/observations', { body });
  return 'id' in data ? data.id : expect.fail('it was not stored');
}

const isThere = async (id: string) =>
  (await vault.piped(['show', id, '--format', 'json'])).code === 0;

test('at a terminal, forget shows what it erases and asks', async () => {
  const id = await saved('Told before');
  const kept = vault.opened(['forget', id]);
  await kept.shows(/Told before[\s\S]*Erase this note/);
  kept.press('n');
  expect(await kept.ended).toBe(1);
  expect(kept.output()).toContain('nothing was erased');
  expect(await isThere(id)).toBe(true);
  const erased = vault.opened(['forget', id.slice(-8)]);
  await erased.shows(/Erase this note/);
  erased.press('y');
  expect(await erased.ended).toBe(0);
  expect(erased.output()).toContain(`forgotten: ${id.slice(-8)} Told before`);
  expect(await isThere(id)).toBe(false);
});

test('Enter alone erases nothing, and neither does Ctrl-C', async () => {
  const id = await saved('Kept by default');
  for (const [key, code] of [
    ['\r', 1],
    ['\x03', 130],
  ] as const) {
    const asked = vault.opened(['forget', id]);
    await asked.shows(/Erase this note/);
    asked.press(key);
    expect(await asked.ended).toBe(code);
  }
  expect(await isThere(id)).toBe(true);
});

test('without a terminal, forget says the words to type, and --yes erases', async () => {
  const ids = [await saved('One'), await saved('Two')];
  const asked = await vault.piped(['forget', ...ids]);
  expect({ code: asked.code, stdout: asked.stdout }).toEqual({ code: 2, stdout: '' });
  const words = ids.map((id) => id.slice(-8)).join(' ');
  expect(asked.stderr).toContain(`memory-vault forget ${words} --yes`);
  const { code, stdout } = await vault.piped(['forget', ...ids, '--yes']);
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    ids.map((id) => ({ id, status: 'forgotten' })),
  );
  for (const id of ids) expect(await isThere(id)).toBe(false);
});

test('where one of the notes is missing, none is erased', async () => {
  const id = await saved('Beside a mistyped one');
  const { code, stderr } = await vault.piped(['forget', id, 'AAAAAAAA', '--yes']);
  expect(code).toBe(3);
  expect(stderr).toContain('nothing was erased');
  expect(await isThere(id)).toBe(true);
});

test('a dry run erases nothing', async () => {
  const id = await saved('Only shown');
  const { code, stderr } = await vault.piped(['forget', id, '--dry-run']);
  expect(code).toBe(0);
  expect(stderr).toContain('Only shown');
  expect(await isThere(id)).toBe(true);
});

test('at a terminal, a project is counted before anybody is asked, and Enter erases nothing', async () => {
  const body = { type: 'task', title: 'Of it', content: 'c', project: 'gone' } as const;
  await vault.client().POST('/api/v1/observations', { body });
  const env = { VAULT_URL: vault.url() };
  const kept = vault.opened(['forget', '--project', 'gone']);
  await kept.shows(/to be erased: 1 note\n[\s\S]*Erase all of it/);
  kept.press('\r');
  expect(await kept.ended).toBe(1);
  const { stdout } = await vault.piped(['timeline', 'gone']);
  expect(stdout).toContain('Of it');
  // With VAULT_URL, of the vault there, and not of the data directory.
  const elsewhere = { ...env, VAULT_BEARER_TOKEN: vault.env.VAULT_ADMIN_KEY ?? '' };
  const args = ['forget', '--project', 'gone', '--yes'];
  const { code, stderr } = await runCli(args, temporaryDirectory(), elsewhere);
  expect(code, stderr).toBe(0);
  expect((await vault.piped(['timeline', 'gone'])).code).toBe(3);
});

test('notes do not go with a project or a person', async () => {
  const { code, stderr } = await vault.piped(['forget', 'AAAAAAAA', '--project', 'p']);
  expect(code).toBe(2);
  expect(stderr).toContain('not both');
});
