import { expect, test } from 'vitest';
import { type Findings, verdictOf } from '../../lab/faults/findings.js';
import { reportOf } from '../../lab/faults/report.js';
import { saidIn } from '../../lab/faults/said.js';

const FINE: Findings = {
  acknowledged: 2,
  kept: 2,
  lost: 0,
  refused: 0,
  wrong: [],
  toTell: [],
  untold: [],
  said: [],
  readyz: ['200'],
};
const CLEAR = { what: '`disk_full`', names: true, next: true };
const VAGUE = { what: '“it failed”', names: false, next: false };

test.each([
  ['a fault that changes nothing is ok', FINE, 'ok'],
  ['a false answer is wrong', { ...FINE, wrong: ['false 404'], said: [CLEAR] }, 'wrong'],
  ['a loss without a word is wrong', { ...FINE, lost: 1, said: [VAGUE] }, 'wrong'],
  ['a loss that was told is ok', { ...FINE, lost: 1, toTell: ['lost'], said: [CLEAR] }, 'ok'],
  ['a refusal without a next step is silent', { ...FINE, toTell: ['x'], said: [VAGUE] }, 'silent'],
  ['a wrong /readyz is silent', { ...FINE, untold: ['ready'], said: [CLEAR] }, 'silent'],
] as const)('%s', (_, findings, verdict) => {
  expect(verdictOf(findings)).toBe(verdict);
});

test('a message counts when it names a file or setting and says what to do', () => {
  const line = { level: 50, msg: 'the disk is full', code: 'disk_full', next: 'free some space' };
  const lines = [
    JSON.stringify({ ...line, file: '/data/log.db' }),
    JSON.stringify({ ...line, code: 'no_file' }),
    JSON.stringify({ ...line, code: 'internal_error', file: '/data/log.db' }),
    'memory-vault: port 7437 is in use. Choose another, such as VAULT_PORT=7438',
    'disk I/O error',
    'the port is in use',
  ];
  expect(saidIn(lines.join('\n')).map(({ names, next }) => [names, next])).toEqual([
    [true, true],
    [false, true],
    [true, false],
    [true, true],
    [false, false],
    [false, false],
  ]);
});

test('faults that ended alike share a row', () => {
  const result = { family: 'kill', did: 'SIGKILL', findings: FINE };
  const { text, counts } = reportOf([result, result]);
  expect(text).toContain('| kill | SIGKILL | 2 | 4 | 4 | 0 | 0 |');
  expect(counts).toEqual({ ok: 2, silent: 0, wrong: 0 });
});
