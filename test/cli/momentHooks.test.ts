import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anchorOf } from '../../src/checkout/anchorFile.js';
import { commitAll, git, write } from '../support/gitRepository.js';
import { hookUser } from '../support/hookUser.js';

const FILE = Array.from({ length: 60 }, (_, i) => `line ${i}\n`).join('');

/** A user with a note about lines 31 to 33 of a file, one about a command and its error, and one about nothing of these. */
async function withNotes() {
  const user = await hookUser();
  write(
    user.project,
    'src/till.ts',
    `${'// head\n'.repeat(30)}charge(key);\nround(cents);\nclose();\n${FILE}`,
  );
  git(user.project, 'init', '--quiet');
  commitAll(user.project);
  const save = async (note: object) => {
    const body = { type: 'bugfix', project: 'shop', content: 'x', ...note };
    return ((await user.call('POST', '/api/v1/observations', body)) as { id: string }).id;
  };
  const about = anchorOf(user.project, 'src/till.ts:31-33', user.project);
  return {
    ...user,
    save,
    till: await save({
      title: 'The till rounds to whole cents',
      content: 'Else the bank refuses.',
      anchors: [about],
    }),
    migrate: await save({
      title: 'Migrations need the shadow database',
      content:
        '`npm run db:migrate` fails with `P3014 could not create the shadow database` unless SHADOW_URL is set.',
    }),
    other: await save({ title: 'The door is green', content: 'We chose green.' }),
  };
}

const EDIT = { hook_event_name: 'PreToolUse', tool_name: 'Edit' };
const BASH = { hook_event_name: 'PreToolUse', tool_name: 'Bash' };
const FAILED = { hook_event_name: 'PostToolUseFailure', tool_name: 'Bash' };

test('before an edit, the note about these lines is given once a session, and says that they have changed', async () => {
  const { run, project } = await withNotes();
  const edit = (session_id: string, old_string: string) =>
    run('claude-code', 'before-edit', {
      ...EDIT,
      session_id,
      tool_input: { file_path: join(project, 'src/till.ts'), old_string, new_string: '' },
    });
  const { answer, context } = await edit('one', 'round(cents);');
  expect(answer).toEqual({
    hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: context },
  });
  expect(context).toContain('The till rounds to whole cents\nElse the bank refuses.');
  expect(context).not.toContain('drifted');
  expect((await edit('one', 'round(cents);')).answer).toEqual({});
  expect((await edit('two', 'line 40')).answer).toEqual({});
  write(
    project,
    'src/till.ts',
    `${'// head\n'.repeat(30)}charge(key);\nfloor(cents);\nclose();\n${FILE}`,
  );
  expect((await edit('three', 'floor(cents);')).context).toContain(
    'whole cents (drifted: its code has changed since)',
  );
});

test('before a command and after its failure, the note about it is given; nothing to another one', async () => {
  const { run } = await withNotes();
  const command = (session_id: string, line: string) =>
    run('claude-code', 'before-command', { ...BASH, session_id, tool_input: { command: line } });
  expect((await command('one', 'cd db && npm run db:migrate -- --force')).context).toContain(
    'shadow database',
  );
  expect((await command('two', 'npm run build')).answer).toEqual({});
  expect((await command('two', 'ls -la')).answer).toEqual({});
  const failed = (session_id: string, error: string) =>
    run('claude-code', 'after-failure', {
      ...FAILED,
      session_id,
      tool_input: { command: 'make' },
      error,
    });
  const known = 'Exit code 1\n12:01:07 Error: P3014: could not create the shadow database /var/x';
  expect((await failed('two', known)).answer).toMatchObject({
    hookSpecificOutput: { hookEventName: 'PostToolUseFailure' },
  });
  expect((await failed('two', 'Exit code 2\nerror: no rule to make target it')).answer).toEqual({});
});

test('a prompt that quotes the error or the command gets the note, whatever the goal is', async () => {
  const { run } = await withNotes();
  const prompt = (session_id: string, text: string) =>
    run('claude-code', 'prompt', { hook_event_name: 'UserPromptSubmit', session_id, prompt: text });
  expect((await prompt('one', 'Mend the door, please.')).answer).toEqual({});
  expect((await prompt('one', 'Why does `npm run db:migrate` stop?')).context).toContain(
    'shadow database',
  );
});

test('Gemini CLI is told after the edit: what the edit changed has not drifted', async () => {
  const { run, project } = await withNotes();
  write(
    project,
    'src/till.ts',
    `${'// head\n'.repeat(30)}charge(key);\nfloor(cents);\nclose();\n${FILE}`,
  );
  const { context, answer } = await run('gemini', 'before-edit', {
    hook_event_name: 'AfterTool',
    session_id: 'one',
    tool_input: {
      file_path: 'src/till.ts',
      old_string: 'round(cents);',
      new_string: 'floor(cents);',
    },
    tool_response: { llmContent: 'Replaced.' },
  });
  expect(answer).toMatchObject({ hookSpecificOutput: { hookEventName: 'AfterTool' } });
  expect(context).toContain('whole cents');
  expect(context).not.toContain('drifted');
});

test('an agent of the agent has not heard what the other was told; a compaction forgets it', async () => {
  const { run } = await withNotes();
  const told = async (more: object) => {
    const tool_input = { command: 'npm run db:migrate' };
    const given = { ...BASH, session_id: 'one', tool_input, ...more };
    return (await run('claude-code', 'before-command', given)).context !== undefined;
  };
  expect(await told({})).toBe(true);
  expect(await told({ agent_id: 'a1' })).toBe(true);
  expect(await told({})).toBe(false);
  await run('claude-code', 'session-start', { session_id: 'one', source: 'compact' });
  expect(await told({})).toBe(true);
});

test('of hooks at the same time, one gives the note', async () => {
  const { run, data } = await withNotes();
  const tool_input = { command: 'npm run db:migrate' };
  const runs = Array.from({ length: 5 }, () =>
    run('claude-code', 'before-command', { ...BASH, session_id: 'one', tool_input }),
  );
  const contexts = (await Promise.all(runs)).flatMap(({ context }) => context ?? []);
  expect(contexts).toHaveLength(1);
  expect(readdirSync(join(data, 'spool/given'))).toHaveLength(1);
});

test.each([
  ['{"moments": false}', {}],
  ['{"moments": "hold"}', { hookSpecificOutput: { permissionDecision: 'deny' } }],
  ['{"moments": true}', { hookSpecificOutput: { hookEventName: 'PreToolUse' } }],
])('one line in the project says what happens at an action: %s', async (line, expected) => {
  const { run, project } = await withNotes();
  write(project, '.memory-vault.json', line);
  const command = () =>
    run('claude-code', 'before-command', {
      ...BASH,
      session_id: 'one',
      tool_input: { command: 'npm run db:migrate' },
    });
  const { answer } = await command();
  expect(answer).toMatchObject(expected);
  if (line.includes('false')) expect(answer).toEqual({});
  // The call that is made again goes through.
  expect((await command()).answer).toEqual({});
});

test('a note whose place another took is not given, and one that is forgotten neither', async () => {
  const { run, save, call, migrate } = await withNotes();
  const newer = await save({
    title: 'Migrations make their own database',
    content: 'Since 4.0.',
    supersedes: migrate,
  });
  const command = (session_id: string) =>
    run('claude-code', 'before-command', {
      ...BASH,
      session_id,
      tool_input: { command: 'npm run db:migrate' },
    });
  expect((await command('one')).answer).toEqual({});
  await call('DELETE', `/api/v1/observations/${newer}`);
  expect((await command('two')).context).toContain('shadow database');
});

test('a call is held back once, however many notes matter to it, and never for one that may not', async () => {
  const { run, save, project } = await withNotes();
  write(project, '.memory-vault.json', '{"moments": "hold"}');
  const anchors = [anchorOf(project, 'src/till.ts:31-33', project)];
  for (const title of ['one', 'two', 'three', 'four', 'five', 'six'])
    await save({ title, anchors });
  await save({ title: 'about all of it', anchors: [{ path: 'src/whole.ts' }] });
  write(project, 'src/whole.ts', 'one();\n');
  const edit = async (path: string, old_string: string) => {
    const tool_input = { file_path: join(project, path), old_string, new_string: '' };
    return (await run('claude-code', 'before-edit', { ...EDIT, session_id: 'one', tool_input }))
      .answer;
  };
  expect(await edit('src/till.ts', 'round(cents);')).toMatchObject({
    hookSpecificOutput: { permissionDecision: 'deny' },
  });
  expect(await edit('src/till.ts', 'round(cents);')).toEqual({});
  const told = await edit('src/whole.ts', 'one();');
  expect(told).toMatchObject({
    hookSpecificOutput: { additionalContext: expect.stringContaining('about all of it') },
  });
  expect(told).not.toHaveProperty('hookSpecificOutput.permissionDecision');
});

test('what too many notes name stays unsaid, also once some of them were given', async () => {
  const { run, save } = await withNotes();
  for (const title of ['one', 'two', 'three', 'four'])
    await save({ title, content: 'Run `npm run build`.' });
  for (const title of ['npm run build is slow', 'npm run build fails']) await save({ title });
  const command = () =>
    run('claude-code', 'before-command', {
      ...BASH,
      session_id: 'one',
      tool_input: { command: 'npm run build' },
    });
  expect((await command()).context).toContain('npm run build is slow');
  expect((await command()).answer).toEqual({});
});

test('many long notes about one file are no reason to be silent', async () => {
  const { run, save, project } = await withNotes();
  const anchors = [{ path: 'src/whole.ts' }];
  write(project, 'src/whole.ts', 'one();\n');
  for (let i = 0; i < 20; i += 1)
    await save({ title: `note ${i}`, content: 'long '.repeat(12_000), anchors });
  const tool_input = {
    file_path: join(project, 'src/whole.ts'),
    old_string: 'one();',
    new_string: '',
  };
  expect(
    (await run('claude-code', 'before-edit', { ...EDIT, session_id: 'one', tool_input })).context,
  ).toContain('note 19');
});
