import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importPass } from '../../src/cli/importing/importPass.js';
import { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { openSource } from '../../src/import/openSource.js';
import { ONE_OF_EACH } from '../support/archiveLines.js';
import { runs } from '../support/depth.js';
import { newRun } from '../support/importing.js';
import { peerFile } from '../support/peers.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { verbVault } from '../support/verbVault.js';

const vault = verbVault();

/** What anybody may have written into a cell, a field or a file. */
const ODD = fc.oneof(
  fc.constantFrom<unknown>('', '   ', '\u0000', '\ud800', '\ufeff', '\u2028', 'a\r\nb', '---'),
  fc.constantFrom<unknown>('0000-00-00', '1970-01-01', '9999-12-31T23:59:59-11:00', -1, 1e300),
  fc.constantFrom<unknown>(null, true, [], {}, [[]], ['a', 1, null], { a: { b: [] } }, '[1'),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom<unknown>('x'.repeat(201), '🙂'.repeat(101), 'password = "hunter2hunter2"'),
);

/** A row with odd values in some of its fields, or without them. */
const oddRow = (row: object) =>
  fc
    .dictionary(fc.constantFrom(...Object.keys(row)), fc.oneof(ODD, fc.constant(undefined)), {
      maxKeys: 3,
      noNullPrototype: true,
    })
    .map((odd) => ({ ...row, ...odd }));

const MEMORY = {
  id: 'a',
  memory: 'Ana prefers tabs.',
  user_id: 'ana',
  created_at: '2026-01-01T10:00:00Z',
  updated_at: '2026-01-02T10:00:00Z',
  metadata: { project: 'shop' },
  categories: ['a'],
  history: [{ new_memory: 'Tabs.', created_at: '2026-01-01T11:00:00Z' }],
};
const ENGRAM = JSON.parse(readFileSync(peerFile('engram-export.json'), 'utf8'));
const KORVA = [
  {
    id: '01M81F59JCV54BTJ52JB46H81B',
    type: 'incident',
    title: 'T',
    content: 'Text.',
    session_id: '01M81F594G3F4NDTMS41HN6DAY',
    project: 'shop',
    team: '',
    country: 'NL',
    author: 'ada',
    tags: '["a"]',
    topic_key: 'k',
    created_at: '2026-11-22T11:09:46Z',
  },
];

const TABLE_ROW = {
  id: 'a',
  Summary: 'T',
  body: 'Text.',
  kind: 'bug',
  labels: ['a', 'b'],
  by: 'ada',
  repo: 'shop',
  at: '2026-01-01',
  session: 's',
  ref: 'd3d3787dd31b',
  files: 'src/a.ts:1-2',
  supersedes: 'b',
  status: 'open',
};
const csv = (rows: readonly object[]) =>
  [Object.keys(TABLE_ROW), ...rows.map((row) => Object.values(row).map(csvCell))].join('\n');
const csvCell = (value: unknown) =>
  `"${(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replaceAll('"', '""')}"`;

const rowsOf = (rows: readonly object[]) =>
  fc.array(fc.oneof(...rows.map(oddRow)), { minLength: 1, maxLength: 6 });
const ndjson = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

/** Texts of sources, nearly as a program would write them. */
const SOURCES = fc.oneof(
  fc.record({
    name: fc.constant('mem0'),
    text: rowsOf([MEMORY]).map((all) => JSON.stringify(all)),
  }),
  fc.record({
    name: fc.constant('engram'),
    text: fc
      .record({ sessions: rowsOf(ENGRAM.sessions), observations: rowsOf(ENGRAM.observations) })
      .map((dump) => JSON.stringify({ version: '0.1.0', ...dump })),
  }),
  fc.record({ name: fc.constant('korva'), text: rowsOf(KORVA).map(ndjson) }),
  fc.record({
    name: fc.constant('ndjson'),
    text: rowsOf([TABLE_ROW, { ...TABLE_ROW, id: 'b' }]).map(ndjson),
  }),
  fc.record({ name: fc.constant('csv'), text: rowsOf([TABLE_ROW]).map(csv) }),
  fc.record({ name: fc.constant('archive'), text: rowsOf(ONE_OF_EACH).map(ndjson) }),
  fc.record({
    name: fc.constantFrom('notes', 'basic-memory'),
    text: fc
      .tuple(oddRow({ title: 'T', tags: ['a'], permalink: 'a', created: '2026-01-01' }), ODD)
      .map(([front, body]) => `---\n${JSON.stringify(front)}\n---\n# A\n- [b] c #d\n${body}`),
  }),
);

/** Cuts a text off, or puts something odd into it. */
const damaged = ({ name, text }: { name: string; text: string }) =>
  fc
    .oneof(
      { weight: 3, arbitrary: fc.constant(text) },
      fc.nat(text.length).map((end) => text.slice(0, end)),
      fc
        .tuple(
          fc.nat(text.length),
          fc.constantFrom('\ufeff', '\0', '\r', '"', '[', '}', '\n', '{}'),
        )
        .map(([at, odd]) => text.slice(0, at) + odd + text.slice(at)),
    )
    .map((whole) => ({ name, text: whole }));

test('whatever a source holds, each row of it is stored, same, revised, refused or skipped, and again nothing is new', async () => {
  const folder = temporaryDirectory();
  const check = async ({ name, text }: { name: string; text: string }) => {
    const path = mkdtempSync(join(folder, 'source-'));
    const file = join(path, 'data.md');
    writeFileSync(file, text);
    const pass = async () => {
      const report = join(path, '.report');
      const { report: counts, failure } = await importPass({
        vault: vault.client(),
        open: () => openSource(name, file, { project: 'shop' }),
        run: newRun(),
        project: 'shop',
        dryRun: false,
        reportFile: report,
      });
      expect(failure).toBeUndefined();
      const { read, stored, same, revised, refused, skipped } = counts;
      const rows = readFileSync(report, 'utf8').split('\n').length - 1;
      expect(rows).toBe(read);
      expect(stored + same + revised + refused + skipped).toBe(read);
      return counts;
    };
    try {
      const first = await pass();
      const second = await pass();
      expect({ read: second.read, stored: second.stored }).toEqual({ read: first.read, stored: 0 });
    } catch (error) {
      // It is not what its name says any more, and the message says so.
      if (!(error instanceof Diagnostic)) throw error;
    }
  };
  await fc.assert(fc.asyncProperty(SOURCES.chain(damaged), check), { numRuns: runs(40, 150) });
});
