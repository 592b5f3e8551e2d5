import { expect, test } from 'vitest';
import { COMMAND_NAMES } from '../../src/cli/allCommands.js';
import { sampled } from '../support/depth.js';
import { PATIENT } from '../support/otherWaits.js';
import { spawnedCli } from '../support/service.js';
import { verbVault } from '../support/verbVault.js';

// Other tests run commands in their own process, of the modules as compiled. Here, the program runs as it is installed.
const vault = verbVault();

const spawned = (args: readonly string[], input?: string) =>
  spawnedCli(args, vault.dataDir, { ...vault.env, ...PATIENT }, input);

/** What stands for the id of a note. */
const ID = 'ID';

/** A command line for each command, of which a second run does what the first did. */
const LINES: readonly (readonly [string, ...string[]])[] = [
  ['save', '-', '--project', 'shop'],
  ['search', 'heron'],
  ['context', 'shop'],
  ['timeline', 'shop'],
  ['show', ID],
  ['edit', ID, '--type', 'task'],
  ['forget', ID, '--dry-run'],
  ['pin', ID],
  ['unpin', ID],
  ['related', ID],
  ['duplicates', ID],
  ['history', ID],
  ['told', 'SESSION'],
  ['verdict', ID, 'helped'],
  ['inbox'],
  ['accept', ID],
  ['refuse', ID],
  ['changes', '--from', '2026-01-01'],
  ['review'],
  ['sessions'],
  ['projects'],
  ['repositories'],
  ['prompts'],
  ['stats'],
  ['tail'],
  ['import', '/no/such/file'],
  ['backfill', '--dry-run'],
  ['export'],
  ['setup', '--check'],
  ['login', '--status'],
  ['logout'],
  ['invite', 'ada@example.org', '--team', 'none'],
  ['members'],
  ['token', 'list'],
  ['webhook', 'list'],
  ['completion', 'bash'],
  ['settings'],
  ['demo', '--remove'],
  ['open', '--print'],
  ['doctor', '--yes'],
  ['service', 'status'],
  ['backup', '/no/such/folder/file'],
  ['restore', '/no/such/file'],
  ['rebuild'],
  ['scrub'],
  ['filter'],
  ['hive', 'dry-run'],
  ['log', 'sql'],
  ['migrate'],
  ['admin', 'rotate-key'],
  ['verify', '--no-views'],
  ['verify-proof', '-'],
  ['checkpoint'],
  ['digest'],
];

test('the program loads every command, and each has a line here unless it serves or stops the service', async () => {
  const { code, stdout, stderr } = await spawned(['--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const shown = COMMAND_NAMES.filter((name) => new RegExp(`^ {2}${name}\\b`, 'm').test(stdout));
  expect(shown).toEqual(COMMAND_NAMES);
  // The service of these tests is this process.
  const names = [...LINES.map(([name]) => name), 'serve', 'mcp', 'stop'];
  expect(names.sort()).toEqual(COMMAND_NAMES.toSorted());
});

test.each(sampled(LINES, 6).map((line) => [line]))(
  'the program does what other tests expect of its modules: %j',
  async (line) => {
    const body = { type: 'task', title: 'A heron', content: 'It waits.', project: 'shop' } as const;
    const { data } = await vault.client().POST('/api/v1/observations', { body });
    const id = 'id' in data ? data.id : data.existing_id;
    const args = line.map((word) => (word === ID ? id : word));
    const here = await vault.piped(args, 'The heron waits at the weir.');
    const there = await spawned(args, 'The heron waits at the weir.');
    expect(shapeOf(there), there.output).toEqual(shapeOf(here));
  },
);

/** Times and secrets differ, and a slow run tells how far it is. */
const shapeOf = ({ code, stdout, stderr }: Awaited<ReturnType<typeof spawned>>) => ({
  code,
  lines: stdout.split('\n').length,
  said: stderr.split('\n').filter((line) => line.startsWith('memory-vault: ')),
});
