import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HookEvent } from '../../src/hook/agentProtocol.js';

/** What an agent tells a hook beside its session. */
export interface HookCall {
  readonly event: HookEvent;
  readonly told: Readonly<Record<string, unknown>>;
  /** The title of the note that it gives; undefined where it gives none. */
  readonly gives?: string;
}

const TITLES = {
  till: 'The till rounds to whole cents',
  door: 'The door closes at eight',
  migrate: 'Stop the shop before its tables are migrated',
} as const;

const ERROR = 'Error: P3014: Prisma Migrate could not create the shadow database';

const edit = (file_path: string, old_string: string) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Edit',
  tool_input: { file_path, old_string, new_string: '' },
});
const bash = (command: string) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
});
const failed = (error: string) => ({
  ...bash('sh check.sh'),
  hook_event_name: 'PostToolUseFailure',
  error: `Exit code 1\n09:31:54 ${error}`,
});

/** The calls of hooks that are timed, by what an agent does. */
export const HOOK_CALLS = {
  'session start': {
    event: 'session-start',
    told: { hook_event_name: 'SessionStart', source: 'startup' },
  },
  prompt: {
    event: 'prompt',
    told: { hook_event_name: 'UserPromptSubmit', prompt: 'Mend the till of the shop.' },
  },
  stop: {
    event: 'stop',
    told: { last_assistant_message: '## Key learnings\n- The till rounds down to whole cents' },
  },
  'session end': { event: 'session-end', told: { summary: 'The till is mended.' } },
  'edit: a note': { event: 'before-edit', told: edit('till.ts', 'round(7);'), gives: TITLES.till },
  'edit: a note that has drifted': {
    event: 'before-edit',
    told: edit('door.ts', 'close(21);'),
    gives: `${TITLES.door} (drifted`,
  },
  'edit: none of its notes matters': { event: 'before-edit', told: edit('till.ts', 'line 80') },
  'command: a note': {
    event: 'before-command',
    told: bash('npm run db:migrate'),
    gives: TITLES.migrate,
  },
  'command: none matters': { event: 'before-command', told: bash('npm run build') },
  'command: `ls`': { event: 'before-command', told: bash('ls -la') },
  'failure: a note': {
    event: 'after-failure',
    told: failed(`${ERROR} /srv/23.db (pid 40713)`),
    gives: TITLES.migrate,
  },
  'failure: none matters': {
    event: 'after-failure',
    told: failed('Error: listen EADDRINUSE: address already in use :::3000'),
  },
} as const satisfies Readonly<Record<string, HookCall>>;

export type CallName = keyof typeof HOOK_CALLS;

/** What a note is saved with, in the words of `memory-vault save`. */
export const NOTES: readonly (readonly string[])[] = [
  ['--title', TITLES.till, '--content', 'Else the bank refuses.', '--file', 'till.ts:30-32'],
  ['--title', TITLES.door, '--content', 'The owner says so.', '--file', 'door.ts:30-32'],
  [
    '--title',
    TITLES.migrate,
    '--content',
    `\`npm run db:migrate\` locks the orders. Without SHADOW_URL: \`${ERROR} /home/bob/7.db (pid 812)\`.`,
  ],
  ['--title', 'Build the docs apart', '--content', '`npm run build:docs` takes an hour.'],
];

const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}\n`).join('');
const fileWith = (line: string) =>
  `${lines(29)}charge(keyOfThe(order));\n${line}\npay();\n${lines(90)}`;

/** Makes a project in a folder: a repository whose files are committed. */
export function makeProject(folder: string): void {
  const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, env });
  write(folder, 'till.ts', fileWith('round(7);'));
  write(folder, 'door.ts', fileWith('close(20);'));
  git('init', '--quiet');
  git('add', '--all');
  const nobody = ['-c', 'user.name=nobody', '-c', 'user.email=nobody@example.org'];
  git(...nobody, 'commit', '--quiet', '--message=the shop');
}

/** Changes what a note is about. */
export const changeProject = (folder: string) => write(folder, 'door.ts', fileWith('close(21);'));

function write(folder: string, path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
