import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inShort } from '../lab/bench/report/inShort.js';
import { keptRun } from '../lab/bench.js';
import { COMMAND_NAMES } from '../src/cli/allCommands.js';
import { SOURCE_NAMES } from '../src/import/openSource.js';
import { AGENT_NAMES } from '../src/setup/agent.js';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the README can be read in one sitting', () => {
  expect(Buffer.byteLength(README)).toBeLessThanOrEqual(7 * 1024);
  expect(README.split('\n').length).toBeLessThanOrEqual(131);
});

test('the README names commands, sources and agents that there are', () => {
  const commands = [...README.matchAll(/memory-vault ([a-z][a-z-]+)/g)].map(
    ([, name = '']) => name,
  );
  expect(commands.length).toBeGreaterThan(8);
  expect(commands.filter((name) => !COMMAND_NAMES.includes(name))).toEqual([]);
  const [, first = '', more = ''] = /import (\S+) ~\S+ +# or ([^\n]*)/.exec(README) ?? [];
  for (const source of [first, ...more.split(', ')]) expect(SOURCE_NAMES).toContain(source);
  expect(README).toContain(`Any of ${AGENT_NAMES.length} agents`);
  const [, table = ''] = /\| agent \|[^\n]*\n\| --- [^\n]*\n((?:\|[^\n]*\n)+)/.exec(README) ?? [];
  const agents = table
    .trim()
    .split('\n')
    .flatMap((row) => row.split('|')[1]?.trim().split(', ') ?? []);
  expect(agents).toHaveLength(AGENT_NAMES.length);
});

test('the README has the figures of the last run of the benchmark', () => {
  const { rows } = inShort(keptRun().tables);
  const figure = (what: string) => {
    const [, own = ''] = rows.find(([name]) => name === what) ?? [];
    const [number = '', unit = ''] = own.split(' ');
    return `${Number(number) < 10 ? Number(number).toFixed(1) : Math.round(Number(number))} ${unit}`;
  };
  expect(README).toContain(`A hook takes ${figure('a session starts')} at the start`);
  expect(README).toContain(`and ${figure('the agent edits a file')} before an edit`);
  expect(README).toContain(`a search over 16,000 notes ${figure('a search in everything')}`);
  expect(README).toContain(`a search in a project takes ${figure('a search in a small project')}`);
  expect(README).toContain(`to ${figure('memory under load')}`);
});
