import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitAll, emptyRepository, git, write } from '../support/gitRepository.js';
import { hookUser } from '../support/hookUser.js';

/** A user on a branch that touches `src/till.ts`, with a note about it that is older than others. */
async function onBranch() {
  const user = await hookUser();
  const { project } = user;
  emptyRepository(project);
  write(project, 'src/till.ts', 'round(cents);\n');
  commitAll(project);
  git(project, 'switch', '-q', '-c', 'side');
  write(project, 'src/till.ts', 'floor(cents);\n');
  const save = (title: string, more: object = {}) =>
    user.call('POST', '/api/v1/observations', {
      type: 'learning',
      project: 'shop',
      title,
      content: 'So it was settled in May, for all of the shops and their tills.',
      ...more,
    });
  await save('The till rounds to whole cents', { anchors: [{ path: 'src/till.ts' }] });
  for (let i = 0; i < 30; i += 1) await save(`The door ${i}`);
  const settings = (text: string) => write(project, '.memory-vault.json', text);
  const start = (session_id = 's1') => user.run('claude-code', 'session-start', { session_id });
  return { ...user, settings, start };
}

test('a session starts with the notes about the files of its branch, before the newest', async () => {
  const { start, project } = await onBranch();
  const { context = '', message } = await start();
  expect(message).toBe('31 notes of shop, last used today');
  const [, before = '', after = ''] =
    /\n(Notes about files of this branch:[\s\S]*)\n(Newest notes:[\s\S]*)$/.exec(context) ?? [];
  expect(before).toContain('The till rounds to whole cents');
  expect(before).not.toContain('The door');
  expect(after).toContain('The door 29');
  git(project, 'stash', '-q');
  expect((await start('s2')).context).not.toContain('Notes about files of this branch');
});

test('.memory-vault.json says how much a start tells, and of what', async () => {
  const { settings, start } = await onBranch();
  const rowsOf = async () => ((await start()).context ?? '').match(/~\d+t$/gm)?.length ?? 0;
  const usual = await rowsOf();
  settings('{"start": {"tokens": 3000}}');
  expect(await rowsOf()).toBeGreaterThan(usual);
  settings('{"start": {"parts": ["files"]}}');
  expect(await rowsOf()).toBe(1);
});

test('"start": false tells what the tools are, and nothing of the project', async () => {
  const { settings, start, data } = await onBranch();
  await start();
  settings('{"start": false}');
  const { context = '', message } = await start('s2');
  expect(context).toContain('memory_search before you decide');
  expect(context).not.toContain('till');
  expect(context).not.toContain('memory_context');
  expect(message).toBe('31 notes of shop, last used today');
  expect(readdirSync(join(data, 'spool', 'contexts'))).toHaveLength(1);
});

test('what is wrong with the settings is said, and the start is as usual', async () => {
  const { settings, start, project } = await onBranch();
  settings('{"start": {"tokens": 20}}');
  const { context, message } = await start();
  expect(message).toContain(
    `${join(project, '.memory-vault.json')} has a wrong "start": it must be {"tokens": 300 to 5000, "parts": [some of "summary", "conventions", "pinned", "files", "newest", "layers"]}, or false`,
  );
  expect(context).toContain('The till rounds to whole cents');
});
