import { Readable } from 'node:stream';
import { z } from 'zod';
import { importLines } from '../../commands/importing/importLines.js';
import type { BatchItem } from '../../commands/items.js';
import { shareTurns } from '../../commands/shareTurns.js';
import { Diagnostic } from '../../diagnostics/diagnostic.js';
import { Name, normalisedText, optional } from '../../domain/fields.js';
import { ulids } from '../../domain/ids.js';
import { LARGEST_FILE } from '../../domain/importing/sentLimits.js';
import { rejectionOf } from '../../domain/parse.js';
import { Rejection } from '../../domain/rejection.js';
import { LATEST } from '../../domain/time.js';
import { WrongMap } from '../../import/columnMapping.js';
import { type GrowingReport, importReport } from '../../import/importReport.js';
import { openSent, SENT_FORMS } from '../../import/sentFile.js';
import type { Source, SourceRow } from '../../import/sourceRow.js';
import { ok } from '../answers/successAnswers.js';
import { whole } from '../request/parameters.js';
import { ADMIN, type Call, group, post } from '../route.js';
import { DryRun, lineResult, parserFor, RUN } from './imports.js';

const Query = z.strictObject({
  name: normalisedText(1, 255).meta({
    description: 'Name of the file. Of one in Markdown, it is in the ids and tags of the notes.',
    example: 'notes.ndjson',
  }),
  form: optional(z.enum(SENT_FORMS)).meta({
    description: 'By default what its name and its beginning say.',
  }),
  changed: optional(whole(0, LATEST)).meta({
    description:
      'When it was changed, in milliseconds since 1970: the time of notes without one. By default now.',
  }),
  project: optional(Name).meta({ description: 'The project of notes that name none.' }),
  map: optional(z.union([z.string(), z.array(z.string()).max(200)])).meta({
    description: 'As `--map`: `created_at=at,title=Summary,tags=`. May be given several times.',
  }),
  dry_run: DryRun,
});

const EXAMPLE = {
  report: {
    source: 'ndjson',
    run: RUN,
    dry_run: true,
    read: 1,
    stored: 1,
    same: 0,
    revised: 0,
    refused: 0,
    skipped: 0,
    shortened: 0,
    records: { note: 1 },
    redacted: {},
    left_out: [],
    mapping: [{ column: 'text', becomes: 'content', isSaid: false }],
    first: [
      {
        title: 'Carts are locked while they are paid',
        type: 'context',
        created_at: '2026-11-20T09:30:00Z',
        tags: [],
      },
    ],
  },
};

export const importFileRoutes = group(ADMIN, [
  post('/api/v1/admin/import/file', 'importFile', {
    summary: 'Import a file',
    description:
      'As `memory-vault import ndjson`, `csv` and `notes` do with a file of at most 32 MiB, 100,000 rows, 1,000 columns and 1 MiB a row, ' +
      'or 256 KiB of Markdown. One is imported at a time. The answer comes while the file is read: lines `{"read","total"}`, and at last ' +
      '`{"report"}`, beside a `failure` where it was not read to its end. With `dry_run`, the report says what each column becomes and ' +
      'what the first notes would be. Who breaks off ends the import; what it brought is kept, and its run can be undone.',
    query: Query,
    body: z.array(z.instanceof(Buffer), { error: 'must be a file as application/octet-stream' }),
    example: 'title,content\nRetries,One key per order.\n',
    file: true,
    bodyLimit: LARGEST_FILE,
    // Ids recognise what was sent before.
    withoutKey: true,
    answers: ok(
      'How it goes, and the report.',
      'application/x-ndjson',
      `${JSON.stringify(EXAMPLE)}\n`,
    ),
    errors: ['conflict'],
    async handle(call) {
      const { reply, whenOver } = call;
      const gone = new AbortController();
      whenOver(() => gone.abort());
      const source = await opened(call, gone.signal);
      reply.type('application/x-ndjson');
      return Readable.from(told(call, source, gone.signal), { objectMode: false });
    },
  }),
]);

const newRun = ulids();

type FileCall = Call<unknown, z.output<typeof Query>, Buffer[]>;

/** Opens the file that was sent. Throws a `Rejection` that says what is wrong with it, or with its mapping. */
async function opened(
  { vault, query, body, recheck }: FileCall,
  gone: AbortSignal,
): Promise<Source> {
  const { name, changed = vault.clock(), form, project, map } = query;
  const said = typeof map === 'string' ? [map] : map;
  // A login may end, and a reader leave, while a file is read.
  const between = async () => {
    gone.throwIfAborted();
    if (vault.stopping.aborted) throw new Rejection('not_ready', 'the service stops');
    await recheck();
  };
  try {
    return await openSent({ name, parts: body, changed }, { form, project, map: said }, between);
  } catch (error) {
    if (error instanceof WrongMap) {
      const errors = error.problems.map((message) => ({ path: '/map', message }));
      throw rejectionOf(errors, 'invalid_parameter');
    }
    throw error instanceof Diagnostic ? new Rejection('invalid_payload', wordsOf(error)) : error;
  }
}

const wordsOf = ({ message, next }: Diagnostic) => (next ? `${message}: ${next}` : message);

/** Milliseconds between two lines that say how far it is. */
const EVERY_MS = 250;

/** The lines of the answer: the file is imported as they are read. */
async function* told(call: FileCall, source: Source, gone: AbortSignal): AsyncGenerator<string> {
  const { vault, query, context } = call;
  const run = newRun(vault.clock());
  const { name, mapping } = source;
  const dryRun = query.dry_run;
  const of = { source: name, run, dry_run: dryRun };
  const report = importReport(dryRun ? { ...of, mapping } : of, undefined);
  const rows: LineRow[] = [];
  const lines = {
    run,
    source: name,
    items: itemsOf(source, query.project, rows, report, gone),
    parse: parserFor(call.caller, vault.config),
  };
  let failure: string | undefined;
  let last = performance.now();
  try {
    for await (const outcome of importLines(vault.executor, lines, { ...context, dryRun })) {
      const row = rows.shift();
      if (row) report.took(row, lineResult(outcome));
      if (performance.now() - last < EVERY_MS) continue;
      last = performance.now();
      yield `${JSON.stringify({ read: report.report().read, total: source.total })}\n`;
    }
  } catch (error) {
    if (gone.aborted || !(error instanceof Rejection || error instanceof Diagnostic)) throw error;
    failure = error instanceof Diagnostic ? wordsOf(error) : error.message;
  }
  yield `${JSON.stringify({ report: report.report(), failure })}\n`;
}

type LineRow = Extract<SourceRow, { line: unknown }>;

/** The lines of a source, of which notes that name no project get one. Those that are not decided yet are in `rows`. */
async function* itemsOf(
  source: Source,
  project: string | undefined,
  rows: LineRow[],
  report: GrowingReport,
  gone: AbortSignal,
): AsyncGenerator<BatchItem> {
  const turn = shareTurns();
  for await (const row of source.rows()) {
    if (gone.aborted) return;
    if ('skipped' in row) {
      await turn(SKIPPED);
      report.skipped(row.row, row.skipped);
      continue;
    }
    const { line } = row;
    rows.push(row);
    const ofProject = line.record === 'note' ? { ...line, project: line.project ?? project } : line;
    const bytes = Buffer.byteLength(JSON.stringify(ofProject));
    yield { line: report.report().read, bytes, read: async () => ofProject };
  }
}

/** What a row that is left out counts as, in bytes of work. */
const SKIPPED = 256;
