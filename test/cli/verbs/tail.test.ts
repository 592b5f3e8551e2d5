import { expect, test } from 'vitest';
import { runProgram } from '../../support/program.js';
import { CLI } from '../../support/terminal.js';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault();

async function saved(title: string, project = 'shop'): Promise<string> {
  const body = { type: 'task', title, content: title, project } as const;
  const { data } = await vault.client().POST('/api/v1/observations', { body });
  return 'id' in data ? data.id : expect.fail('it was not stored');
}

test('tail -f shows each note that is saved or revised, a line each, until Ctrl-C', async () => {
  const id = await saved('The first');
  const tail = vault.opened(['tail', '-f', '--no-color']);
  await tail.shows(/The first/);
  const next = await saved('The next \u001b[31m');
  await tail.shows(new RegExp(`${next.slice(-8)} .*The next <U\\+001B>`));
  const params = { path: { id } };
  await vault.client().PATCH('/api/v1/observations/{id}', { params, body: { title: 'Renamed' } });
  await tail.shows(new RegExp(`${id.slice(-8)} .*Renamed \\(in shop, revision 2\\)`));
  tail.press('\x03');
  expect(await tail.ended).toBe(130);
  expect(tail.output().match(/The next/g)).toHaveLength(1);
});

test('a pipe gets each note of the project as one line of JSON, and may end', async () => {
  const tail = runProgram(process.execPath, [CLI, 'tail', '-f', '-n', '1', '--project', 'SHOP'], {
    env: vault.env,
  });
  await saved('Before');
  await tail.line(/"title":"[^"]+"/);
  await saved('Of another project', 'other');
  const id = await saved('Of the project');
  const line = await tail.line(/.*Of the project.*\n/);
  expect(JSON.parse(line)).toMatchObject({ id, project: 'shop' });
  expect(tail.output()).not.toContain('Of another project');
  tail.process.stdout?.destroy();
  await saved('That nobody reads');
  expect(await tail.ended).toEqual({ code: 0, signal: null });
});

test('tail lists the newest notes, oldest first', async () => {
  for (const title of ['A', 'B', 'C']) await saved(title, 'listed');
  const { stdout } = await vault.piped(['tail', '-n', '2', '--project', 'listed']);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).title)).toEqual(['B', 'C']);
});

test.each(['101', 'x', '-1'])('of -n %s it is said what it must be, with code 2', async (lines) => {
  const { code, stderr } = await vault.piped(['tail', '-n', lines]);
  expect(code).toBe(2);
  expect(stderr).toContain('--lines must be a whole number from 0 to 100');
});
