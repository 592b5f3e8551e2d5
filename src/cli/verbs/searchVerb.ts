import { type Command, Option } from '@commander-js/extra-typings';
import type { SearchHit } from 'memory-vault-client';
import { OBSERVATION_TYPES } from '../../domain/observationTypes.js';
import { shownLine } from '../terminal/format.js';
import { type Column, isForPeople, printFound } from '../terminal/output.js';
import { acting, verb } from '../terminal/verb.js';
import { workingCopyHere } from '../terminal/workingCopy.js';
import { contentLimit, noteColumns } from './noteColumns.js';

export function searchVerb(program: Command): void {
  verb(program, 'search <words...>', {
    description: 'find notes, best first',
    examples: [
      'search webhook retries',
      'search --project checkout --type decision "why do we poll?"',
      'search --path src/pay/ retries',
      "search --format json --limit 5 idempotency | jq '.[].title'",
    ],
  })
    .option(
      '--project <name>',
      'notes of this project, personal notes, and those for every project; default: all projects',
    )
    .option('--alone', 'with --project: leave out personal notes and those for every project')
    .addOption(new Option('--type <type>', 'only notes of this type').choices(OBSERVATION_TYPES))
    .option('--tag <tag>', 'only notes with this tag')
    .option('--author <name>', 'only notes by this author')
    .option('--path <path>', 'only notes about this file, or about files in this folder/')
    .option('--commit <commit>', 'only notes about this commit')
    .option('--from <time>', 'only notes since this time, such as 2026-11-20T09:30:00Z')
    .option('--to <time>', 'only notes up to this time')
    .addOption(
      new Option('--state <state>', 'all: also proposed notes; proposed: only those').choices([
        'proposed',
        'all',
      ]),
    )
    .option('--limit <count>', 'at most this many notes, up to 100', Number, 20)
    .option('--explain', 'show how much each word adds to the score of each note')
    .option('--as-of <moment>', 'the vault as it was at this time or log position')
    .action(
      acting(async ({ vault, output }, words, options) => {
        const {
          project,
          alone,
          type,
          tag,
          author,
          path,
          commit,
          from,
          to,
          state,
          limit,
          asOf,
          explain,
        } = options;
        const copy = await workingCopyHere(vault);
        const query = {
          q: words.join(' '),
          project,
          type,
          tag,
          author,
          path: path === undefined ? undefined : copy.pathOf(path),
          commit,
          from,
          to,
          state,
          limit,
          as_of: asOf,
          layers: alone && ('0' as const),
          explain: explain && ('1' as const),
          content_limit: contentLimit(output),
        };
        const { data, response } = await vault.GET('/api/v1/search', { params: { query } });
        const found = noteColumns(isForPeople(output) ? copy.changed(data) : undefined);
        const columns = explain ? [...found, WHY] : found;
        await printFound(output, data, columns, nothing(response, project));
        if (response.headers.get('x-search') === 'corrected')
          output.note('no note has one of the words: the search used the closest spelling');
      }),
    );
}

const WHY: Column<SearchHit> = {
  head: 'why',
  cell: ({ score, explain }) =>
    [
      score,
      ...(explain?.words ?? []).map(({ word, in_note, around }) => `${word} ${in_note + around}`),
    ].join(' '),
};

/** Whoever saved a note chose the name of its project. */
function nothing({ headers }: Response, project: string | undefined): string {
  const closest = headers.get('x-search-hint') ?? '';
  if (project === undefined) return 'nothing found: try other or fewer words';
  if (closest === '')
    return 'nothing found: try other words, or search all projects without --project';
  const names = closest.split(', ').map((name) => shownLine(decodeURIComponent(name)));
  return `there is no project ${shownLine(project)}: did you mean ${names.join(' or ')}?`;
}
