import { expect, test } from 'vitest';
import { type AgentEntry, type AgentFacts, agentChecks } from '../../../src/cli/doctor/agents.js';
import { DAY, NOW } from './facts.js';

const outbox = {
  folder: '/v/spool',
  waiting: 0,
  oldestAt: undefined,
  refused: 0,
  reason: undefined,
  dropped: 0,
};
const entry: AgentEntry = {
  agent: 'claude-code',
  title: 'Claude Code',
  choice: { hooks: true, passive: true },
  found: [{ state: 'ok', words: 'as written' }],
  wouldDrop: false,
  problem: undefined,
};
const project = { project: 'payments', source: 'remote' } as const;
const checks = (other: Partial<AgentFacts>, bound?: string) => {
  const facts = { entries: [entry], others: [], problem: undefined, outbox, project, ...other };
  return agentChecks(facts, NOW, bound);
};

test('an agent whose entries are as they were written is ok, and an empty outbox, too', () => {
  expect(checks({}).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
});

test('entries that are not as they should be are wrong, with the setup as it was', () => {
  const found = [{ state: 'bad', words: '~/.claude.json: hooks: missing' }] as const;
  expect(checks({ entries: [{ ...entry, found }] })[0]).toEqual({
    name: 'Claude Code',
    state: 'wrong',
    says: '~/.claude.json: hooks: missing',
    type: 'memory-vault setup claude-code --passive',
    fix: expect.objectContaining({ kind: 'set-up claude-code' }),
  });
});

test('an entry with settings that are not set here is not set up again', () => {
  const found = [{ state: 'bad', words: 'was set up with VAULT_PORT=1' }] as const;
  const [check] = checks({ entries: [{ ...entry, found, wouldDrop: true }] });
  expect(check).toEqual({ name: 'Claude Code', state: 'warn', says: found[0].words });
});

test('files that cannot be read are wrong, those of an agent and the notes of setup', () => {
  const [lost, broken] = checks({
    problem: 'setup.json is damaged',
    entries: [{ ...entry, problem: 'settings.json is no JSON' }],
  });
  expect(lost).toMatchObject({ name: 'setup.json', state: 'wrong' });
  expect(broken).toMatchObject({ name: 'Claude Code', state: 'wrong' });
});

test('agents that were never set up are to look at only where none was', () => {
  const others = ['codex', 'zed'] as const;
  expect(checks({ others })[1]).toMatchObject({ name: 'agents', state: 'ok' });
  expect(checks({ entries: [], others })[0]).toMatchObject({
    name: 'agents',
    state: 'warn',
    type: 'memory-vault setup --all',
  });
  expect(checks({ entries: [] })[0]).toMatchObject({ name: 'agents', state: 'ok' });
});

test('what waits can be sent; what was refused or had to go is told', () => {
  const full = { ...outbox, waiting: 2, oldestAt: NOW - 3 * DAY };
  const last = checks({ outbox: { ...full, refused: 1, reason: 'too long', dropped: 4 } }).slice(
    1,
    4,
  );
  expect(last).toMatchObject([
    { name: 'spool', state: 'warn', fix: { kind: 'send-waiting' } },
    { name: 'refused', state: 'warn' },
    { name: 'dropped', state: 'warn' },
  ]);
  expect(last[0]?.says).toContain('2 records of hooks wait for a service, the oldest kept 3 days');
  const [, one] = checks({ outbox: { ...full, waiting: 1 } });
  expect(one?.says).toContain('1 record of hooks waits for a service');
  expect(last[1]?.says).toContain('too long');
});

test('the project of the folder is named with what names it, and a doubt is to look at', () => {
  const [, , known] = checks({});
  expect(known).toEqual({
    name: 'project',
    state: 'ok',
    says: 'an agent in this folder works on payments, named by the Git remote',
  });
  expect(checks({}, 'payments')[2]).toEqual(known);
  expect(checks({ project: undefined })[2]).toMatchObject({ name: 'project', state: 'ok' });
  const doubted = { ...project, doubt: 'several', warning: 'two repositories' } as const;
  expect(checks({ project: doubted })[2]).toMatchObject({
    state: 'warn',
    says: expect.stringMatching(/works on payments, .*; two repositories$/),
  });
});
