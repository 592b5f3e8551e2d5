import { expect, test } from 'vitest';
import { serviceChecks, toldClock } from '../../../src/cli/doctor/serviceChecks.js';
import type { ServiceFacts } from '../../../src/cli/doctor/serviceFacts.js';
import type { DiagnosticCode } from '../../../src/diagnostics/catalogue.js';
import type { Readiness } from '../../../src/http/answers/readiness.js';
import { FILE, look, NONE, noService, PLACE, READY, service } from './facts.js';

const states = (facts: ServiceFacts, version = '1.0.0') =>
  Object.fromEntries(serviceChecks(facts, version, true).map(({ name, state }) => [name, state]));

/** A service that is in some conditions. */
function inCondition(...met: readonly [DiagnosticCode, 'error' | 'warn'][]): ServiceFacts {
  const conditions = met.map(([code, level]) => ({
    code,
    level,
    meaning: `it is ${code}`,
    next: 'mend it',
    seconds: 1,
  })) as Readiness['conditions'];
  return service({ readiness: { told: { ...READY, conditions } } });
}

test('a service that answers in this version and is in no condition is ok', () => {
  expect(states(service())).toEqual({ reachable: 'ok', version: 'ok', health: 'ok' });
});

test('another version is something to look at, with the process to end', () => {
  const [, check] = serviceChecks(service(), '2.0.0', true);
  expect(check).toMatchObject({ name: 'version', state: 'warn', type: 'memory-vault stop' });
});

test('a version that the service shows to members alone is not known', () => {
  expect(states(service({ version: undefined }))).toMatchObject({ version: 'unknown' });
});

test('a service that does not tell its health in time leaves it unknown', () => {
  const facts = service({ readiness: { why: 'no answer within 2 s' } });
  expect(serviceChecks(facts, '1.0.0', true)).toContainEqual({
    name: 'health',
    state: 'unknown',
    says: 'no answer within 2 s',
  });
});

test('each condition is told with its next step, and as bad as its level', () => {
  const checks = serviceChecks(
    inCondition(['log_disk_full', 'error'], ['erasure_pending', 'warn'], ['clock_jumped', 'error']),
    '1.0.0',
    true,
  );
  expect(checks.slice(2)).toEqual([
    { name: 'log_disk_full', state: 'wrong', says: 'it is log_disk_full. Next: mend it' },
    { name: 'erasure_pending', state: 'warn', says: 'it is erasure_pending. Next: mend it' },
    { name: 'clock_jumped', state: 'wrong', says: 'it is clock_jumped. Next: mend it' },
  ]);
});

test('a log that cannot be read is wrong', () => {
  const checks = { ...READY.checks, log: 'cannot be read' };
  const facts = service({ readiness: { told: { ...READY, checks, conditions: [] } } });
  expect(states(facts)).toMatchObject({ log: 'wrong' });
});

test('without a service, doctor says how one comes to be', () => {
  expect(serviceChecks(noService(NONE), '1.0.0', true)).toMatchObject([
    { name: 'reachable', state: 'warn', type: 'memory-vault serve' },
  ]);
});

test.each(['silent', 'other'] as const)(
  'a process that lives and is %s where it should answer is wrong',
  (kind) => {
    const { found, ...seen } = look({ atFile: { kind }, atPlace: { kind } });
    const facts = noService(seen, true);
    expect(serviceChecks(facts, '1.0.0', true)).toMatchObject([
      { name: 'reachable', state: 'wrong', type: `kill ${FILE.pid}` },
    ]);
  },
);

test('while a process uses the directory, nobody is told to start another one', () => {
  const reached = { kind: 'here', look: NONE, isProcessRunning: false, writer: 4711 } as const;
  const [check] = serviceChecks({ ...noService(NONE), reached }, '1.0.0', true);
  expect(check).toMatchObject({ name: 'reachable', state: 'warn' });
  expect(check?.says).toContain('process 4711');
  expect(check).not.toHaveProperty('type');
});

test('the file of a process that has ended can be removed; that of one that runs stays', () => {
  const seen = { ...NONE, file: FILE };
  const checks = serviceChecks(noService(seen), '1.0.0', true);
  expect(checks.at(-1)).toMatchObject({
    name: 'service.json',
    state: 'warn',
    fix: expect.objectContaining({ kind: 'remove-service-file' }),
  });
  expect(states(noService(seen, true))).toEqual({ reachable: 'warn' });
});

test.each([
  [{ kind: 'other', name: 'engram' }, false, 'warn', 'engram'],
  [{ kind: 'other' }, false, 'warn', 'another program'],
  [{ kind: 'silent' }, false, 'warn', 'does not answer'],
  [{ kind: 'vault', isProven: false }, false, 'warn', 'another data directory'],
  [{ kind: 'other', name: 'engram' }, true, 'wrong', 'engram'],
] as const)(
  '%j on the port, with VAULT_PORT set: %s, is %s',
  (atPlace, isPortGiven, state, who) => {
    const facts = { ...noService({ ...NONE, atPlace }), isPortGiven };
    const port = serviceChecks(facts, '1.0.0', true).find(({ name }) => name === 'port');
    expect(port).toMatchObject({ state, says: expect.stringContaining(who) });
  },
);

test.each([
  [true, 'ok'],
  [false, 'wrong'],
])('a vault elsewhere that answers (%s) is %s', (isWell, state) => {
  const reached = { kind: 'elsewhere', url: PLACE, isWell, words: 'so it is' } as const;
  expect(serviceChecks(service({ reached }), '1.0.0', true)[0]).toEqual({
    name: 'reachable',
    state,
    says: 'so it is',
  });
});

test('where the data directory lets no service start, nobody is told to start one', () => {
  const { found, ...seen } = look({ ...NONE, atPlace: { kind: 'other', name: 'engram' } });
  for (const one of serviceChecks(noService(seen), '1.0.0', false))
    expect(JSON.stringify(one)).not.toContain('serve');
});

test('the clock is as the service judges it, where it does', () => {
  const clockIs = (clock: string) =>
    toldClock(
      service({
        readiness: { told: { ...READY, checks: { ...READY.checks, clock }, conditions: [] } },
      }),
    );
  expect(clockIs('ok')).toMatchObject([{ state: 'ok' }]);
  expect(clockIs('it went ahead, as a condition says')).toEqual([]);
  expect(clockIs('unknown')).toBeUndefined();
  expect(toldClock(noService(NONE))).toBeUndefined();
});

const OFFICE = {
  name: 'office',
  cosigned: { events: 2, at: '2026-11-23T11:30:00Z' },
  problem: null,
};
const HOME = {
  name: 'home',
  cosigned: null,
  problem: { kind: 'unreachable', message: 'nothing answers at its address' },
} as const;

test.each([
  [true, 'note', 'ok', /1 of 2 .*\(office\), enough .* asks for 1 of them; home: nothing answers/],
  [false, 'note', 'warn', /1 of 2 .*\(office\), too few/],
  [false, null, 'unknown', /has just started/],
] as const)(
  'witnesses that are enough (%s) of the checkpoint %s are %s',
  (enough, checkpoint, state, says) => {
    const told = { enough, asks: '1 of them', checkpoint, witnesses: [OFFICE, HOME] };
    const found = serviceChecks(service({ witnesses: { told } }), '1.0.0', true);
    const check = found.find(({ name }) => name === 'witnesses');
    expect(check?.state).toBe(state);
    expect(check?.says).toMatch(says);
  },
);
