import { expect, test } from 'vitest';
import type { DirectoryFacts } from '../../../src/cli/doctor/directory.js';
import { checksOf } from '../../../src/cli/doctor/examine.js';
import type { ServiceFacts } from '../../../src/cli/doctor/serviceFacts.js';
import { entryOf } from '../../../src/diagnostics/catalogue.js';
import type { Readiness } from '../../../src/http/answers/readiness.js';
import { DAY, directory, NONE, NOW, noService, READY, service } from './facts.js';

type Condition = Readiness['conditions'][number];

/** What doctor shows besides what is well, as `group/name`, of a vault that was never verified or backed up. */
function shown(ofService: ServiceFacts, ofDirectory: Partial<DirectoryFacts>): string[] {
  const node = '24.1.0';
  const checks = checksOf({
    program: {
      version: '1.0.0',
      node,
      now: NOW,
      settingsProblem: undefined,
      unknownSettings: [],
      knownSettings: [],
    },
    service: { told: ofService },
    directory: { told: directory(ofDirectory) },
    sharedLog: { told: undefined },
    upkeep: { told: { signedAt: undefined, madeAt: NOW - DAY, now: NOW } },
    agents: {
      told: {
        entries: [],
        others: [],
        problem: undefined,
        project: undefined,
        outbox: {
          folder: '/s',
          waiting: 0,
          oldestAt: undefined,
          refused: 0,
          reason: undefined,
          dropped: 0,
        },
      },
    },
    isElsewhere: false,
  });
  return checks
    .filter(({ state }) => state === 'wrong' || state === 'warn')
    .map(({ group, name }) => `${group}/${name}`);
}

/** A service in some conditions, all read models of which are behind. */
function inCondition(...codes: readonly Condition['code'][]): ServiceFacts {
  const behind = { name: 'prompts', version: 1, position: 3, lag: 4, state: 'behind' } as const;
  const conditions = codes.map((code): Condition => {
    const { level, meaning, next = '' } = entryOf(code);
    return { code, level, meaning, next, seconds: 1 };
  });
  return service({
    readiness: { told: { ...READY, conditions } },
    projections: {
      told: {
        projections: [behind, { ...behind, name: 'sdd' }],
        rebuild: { state: 'idle', done: 0, total: 0 },
      },
    },
  });
}

const UPKEEP = ['Upkeep/verify', 'Upkeep/backup'];
const full = { disk: { freeBytes: 1000, kind: 0xef53 } };
const readOnly = { unsafe: { message: '/v is read-only', next: 'make it writable' } };
const lost = {
  log: { code: 'log_lost_events', message: 'log.db is missing', next: 'restore' },
} as const;

test.each<[string, ServiceFacts, Partial<DirectoryFacts>, string[]]>([
  [
    'a full disk that the log met',
    inCondition('disk_nearly_full', 'log_disk_full', 'views_unwritable'),
    full,
    ['Service/log_disk_full', ...UPKEEP],
  ],
  [
    'a full disk that no save has met',
    inCondition('disk_nearly_full', 'views_unwritable'),
    full,
    ['Data directory/disk', ...UPKEEP],
  ],
  [
    'a disk of a vault elsewhere',
    inCondition('disk_nearly_full', 'log_disk_full'),
    {},
    ['Service/log_disk_full', ...UPKEEP],
  ],
  [
    'a directory made read-only',
    inCondition('views_unwritable'),
    readOnly,
    ['Data directory/owner'],
  ],
  [
    'files taken from a service',
    inCondition('log_file_gone'),
    { place: 'no-vault', ...lost },
    ['Service/log_file_gone'],
  ],
  ['damage that a service met', inCondition('log_damaged'), lost, ['Service/log_damaged']],
])('%s is said once', (_what, ofService, ofDirectory, causes) => {
  expect(shown(ofService, ofDirectory)).toEqual(causes);
});

test.each<[string, Partial<DirectoryFacts>, string[]]>([
  ['a full disk', full, ['Data directory/disk', ...UPKEEP]],
  [
    'a full disk on which the directory would be made',
    { ...full, place: 'missing' },
    ['Data directory/disk', ...UPKEEP],
  ],
  ['a read-only directory', readOnly, ['Data directory/owner']],
  ['a lost log', lost, ['Data directory/log']],
])(
  'without a service, %s is said once, and beside it that none runs',
  (_what, ofDirectory, causes) => {
    expect(shown(noService(NONE), ofDirectory)).toEqual(['Service/reachable', ...causes]);
  },
);

test('what has a cause of its own is shown beside another', () => {
  expect(shown(inCondition('clock_jumped', 'erasure_pending'), {})).toEqual([
    'Service/clock_jumped',
    'Service/erasure_pending',
    ...UPKEEP,
    'Read models/prompts',
    'Read models/sdd',
  ]);
});
