import { expect, test } from 'vitest';
import { type ProgramFacts, programChecks } from '../../../src/cli/doctor/program.js';
import { NOW } from './facts.js';

const well: ProgramFacts = {
  version: '1.0.0',
  node: '24.1.0',
  now: NOW,
  settingsProblem: undefined,
  unknownSettings: [],
  knownSettings: ['VAULT_PORT', 'VAULT_TIER', 'VAULT_PROJECT'],
};

test.each([
  ['24.1.0', '2028-04-30T23:00:00Z', 'ok'],
  ['24.1.0', '2028-05-01T00:00:00Z', 'warn'],
  ['20.20.2', '2026-11-23T12:00:00Z', 'warn'],
  ['22.0.0', '2026-11-23T12:00:00Z', 'ok'],
  ['26.0.0', '2026-11-23T12:00:00Z', 'ok'],
  ['25.0.0', '2026-11-23T12:00:00Z', 'unknown'],
])('Node %s on %s is %s', (node, day, state) => {
  const [check] = programChecks({ ...well, node, now: Date.parse(day) });
  expect(check).toMatchObject({ name: 'Node', state });
});

test('settings are ok, or wrong with what is wrong with them', () => {
  expect(programChecks(well)[1]).toMatchObject({ name: 'settings', state: 'ok' });
  const settingsProblem = 'VAULT_TIER must be community or teams';
  const [, wrong] = programChecks({ ...well, settingsProblem });
  expect(wrong).toEqual({ name: 'settings', state: 'wrong', says: settingsProblem });
});

test.each([
  ['VAULT_PROT', 'is not a setting and has no effect: did you mean VAULT_PORT?'],
  ['VAULT_SOMETHING_ELSE', 'is not a setting and has no effect'],
])('%s: %s', (name, says) => {
  const checks = programChecks({ ...well, unknownSettings: [name] });
  expect(checks.at(-1)).toEqual({ name, state: 'warn', says });
});
