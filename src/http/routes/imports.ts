import { z } from 'zod';
import { importLines, type LineOutcome } from '../../commands/importing/importLines.js';
import type { Config } from '../../config/config.js';
import { ArchiveLine } from '../../domain/archive/archiveLine.js';
import type { Caller } from '../../domain/caller.js';
import { optional } from '../../domain/fields.js';
import { Ulid } from '../../domain/ids.js';
import { parse } from '../../domain/parse.js';
import { undoImport } from '../../maintenance/undoImport.js';
import type { RedactionCount } from '../../privacy/privacyFilter.js';
import { addCounts } from '../../privacy/redactionCounts.js';
import { Count } from '../../queries/counts.js';
import { ImportRun, listImports } from '../../queries/imports.js';
import { waitForWipe } from '../answers/forgetAnswers.js';
import { atPosition, changed, ok } from '../answers/successAnswers.js';
import { broughtBy } from '../door/walls.js';
import { EXAMPLES } from '../openapi/examples.js';
import { readItems } from '../request/bodies.js';
import { limit, pathId } from '../request/parameters.js';
import { ADMIN, del, get, group, post } from '../route.js';
import { Redactions } from './saveObservation.js';

const LARGEST = 64 * 1024 * 1024;
/** The results of more lines would not fit into memory. */
const LIMITS = { bytes: LARGEST, items: 100_000 };

export const RUN = '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0';

export const DryRun = optional(z.enum(['true', 'false']))
  .transform((text) => text === 'true')
  .meta({ description: 'Records nothing.' });

const LineResult = z
  .object({
    line: Count,
    outcome: z.enum(['stored', 'same', 'revised', 'refused']),
    record: z.string().optional(),
    id: z.string().optional(),
    redacted: Redactions.optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'LineResult' });

/** The answer to an import. */
export const LineResults = z
  .object({
    run: z.string(),
    results: z.array(LineResult),
    stored: Count,
    same: Count,
    revised: Count,
    refused: Count,
    redactions: Redactions,
  })
  .meta({ id: 'LineResults' });

const Undone = z
  .object({
    run: Ulid,
    dry_run: z.boolean(),
    forgotten: Count,
    restored: Count,
    left_total: Count,
    left: z
      .array(z.object({ record: z.string(), id: z.string(), reason: z.string() }))
      .meta({ description: 'The first 100 of them.' }),
    pending: z.literal(true).optional(),
  })
  .meta({ id: 'UndoneImport' });

/** Parses lines that an admin brings: what they have in `personal` belongs to that admin. Throws a `Rejection` for what is no line. */
export function parserFor(caller: Caller, config: Config): (item: unknown) => ArchiveLine {
  return (item) =>
    broughtBy<ArchiveLine>(parse(ArchiveLine, item, 'invalid_payload'), caller, config);
}

export const importRoutes = group(ADMIN, [
  post('/api/v1/admin/import', 'importArchive', {
    summary: 'Import an archive',
    description:
      'Takes in up to 100,000 lines of an archive and 64 MiB, with their ids and times. What the vault has is `same`. ' +
      'What was changed or forgotten here stays so.',
    query: z.strictObject({
      run: Ulid.meta({ description: 'A new one for each run, the same for all its parts.' }),
      source: z
        .string()
        .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be 1 to 40 of a-z, 0-9 and -')
        .meta({ example: 'archive' }),
      dry_run: DryRun,
    }),
    // It is read while it arrives, so the lines are parsed one by one.
    body: z.unknown(),
    example: [EXAMPLES.archiveLine],
    bodyLimit: LARGEST,
    // Ids recognise what was sent before.
    withoutKey: true,
    ndjson: z
      .looseObject({
        record: z.enum(['repository', 'note', 'session', 'prompt', 'conventions', 'phases']),
      })
      .meta({
        id: 'ArchiveLine',
        description: 'A line of an archive: docs/import-export.md describes them.',
      }),
    answers: ok('The outcome of each line.', LineResults, {
      run: RUN,
      results: [
        { line: 1, outcome: 'stored', record: 'phases' },
        { line: 2, outcome: 'refused', error: 'title: is required' },
      ],
      stored: 1,
      same: 0,
      revised: 0,
      refused: 1,
      redactions: [],
    }),
    errors: ['conflict'],
    async handle({ vault, caller, query, body, context, recheck, reply }) {
      const { run, source, dry_run } = query;
      const items = readItems(body, LIMITS, recheck);
      const lines = { run, source, items, parse: parserFor(caller, vault.config) };
      const results = await lineResults(
        run,
        importLines(vault.executor, lines, { ...context, dryRun: dry_run }),
      );
      if (!dry_run) atPosition(reply, (await vault.log.head()).position);
      return results;
    },
  }),
  get('/api/v1/admin/imports', 'listImports', {
    summary: 'List the runs of imports, newest first',
    query: z.strictObject({ limit: limit(1000, 100) }),
    answers: ok('The runs.', z.object({ imports: z.array(ImportRun) }), {
      imports: [
        {
          run: RUN,
          source: 'archive',
          at: '2026-11-20T09:30:00Z',
          undone_at: null,
          holds: { note: 120, session: 3 },
        },
      ],
    }),
    async handle({ vault, query }) {
      return { imports: listImports(await vault.readModels.current('imports'), query.limit) };
    },
  }),
  del('/api/v1/admin/imports/{run}', 'undoImport', {
    summary: 'Undo an import',
    description:
      'Forgets what a run brought and brings back what it changed, but nothing that was changed since. It can be imported ' +
      'again, with a new run.',
    params: z.object({ run: pathId('import') }),
    query: z.strictObject({ dry_run: DryRun }),
    waitsForWipe: true,
    answers: changed('What was undone.', Undone, {
      run: RUN,
      dry_run: false,
      forgotten: 120,
      restored: 2,
      left_total: 0,
      left: [],
    }),
    errors: ['not_found'],
    async handle({ vault, upkeep, params: { run }, query: { dry_run }, context, request, reply }) {
      const undone = await undoImport(vault, run, { ...context, dryRun: dry_run });
      const { position, ...counts } = undone;
      if (dry_run) return { run, dry_run, ...counts };
      atPosition(reply, position);
      const gone = await waitForWipe({ vault, upkeep, request }, position);
      return { run, dry_run, ...counts, pending: gone ? undefined : true };
    },
  }),
]);
export type LineResults = z.infer<typeof LineResults>;

/** Longer reasons are cut: an answer with all errors of all lines would not fit into memory. */
const LONGEST_REASON = 500;

/** The results of all lines, counted. */
async function lineResults(
  run: string,
  outcomes: AsyncIterable<LineOutcome>,
): Promise<LineResults> {
  const counts = { stored: 0, same: 0, revised: 0, refused: 0 };
  const results: LineResults['results'] = [];
  let redactions: readonly RedactionCount[] = [];
  for await (const outcome of outcomes) {
    const result = lineResult(outcome);
    results.push(result);
    counts[result.outcome] += 1;
    if ('redacted' in outcome) redactions = addCounts(redactions, outcome.redacted);
  }
  return { run, results, ...counts, redactions: [...redactions] };
}

/** What an answer says of a line. */
export function lineResult(of: LineOutcome): LineResults['results'][number] {
  const { line, record, id } = of;
  if ('refused' in of) {
    const error = of.refused.message.slice(0, LONGEST_REASON);
    return { line, outcome: 'refused', record, id, error };
  }
  const redacted = of.redacted.length > 0 ? [...of.redacted] : undefined;
  return { line, outcome: of.outcome, record, id, redacted };
}
