import type { Command } from '@commander-js/extra-typings';
import type { Observation } from 'memory-vault-client';
import { OBSERVATION_TYPES } from '../../domain/observationTypes.js';
import { misused, nothingFound } from '../terminal/exit.js';
import { minuteOf, shortId, shownLine } from '../terminal/format.js';
import { isForPeople, type Output } from '../terminal/output.js';
import { acting, verb } from '../terminal/verb.js';
import { contentLimit, noteMarks } from './noteColumns.js';
import { newestNotes } from './noteWith.js';

export function tailVerb(program: Command): void {
  verb(program, 'tail', {
    description: 'list the newest notes; -f goes on and shows each save and revision, until Ctrl-C',
    examples: ['tail', 'tail -f', 'tail -f --project checkout -n 0 | jq -r .title'],
  })
    .option('-f, --follow', 'go on, and show each note as it is saved or revised')
    .option('--project <name>', 'only notes of this project; default: all projects')
    .option('-n, --lines <count>', 'how many notes to show first, up to 100', linesOf, 10)
    .action(
      acting(async ({ vault, output }, { follow, project, lines }) => {
        // Before the list, so that no note is missed between the two.
        const after = follow ? (await vault.GET('/api/v1/stats')).data.log.head : undefined;
        const content_limit = contentLimit(output);
        const notes =
          lines === 0 ? [] : await newestNotes(vault, { project, limit: lines, content_limit });
        for (const note of notes) await print(output, note, note.created_at);
        if (after !== undefined) {
          const listed = new Set(notes.map(stateOf));
          for await (const note of vault.followObservations({ project, content_limit, after }))
            if ('title' in note && !listed.has(stateOf(note)))
              await print(output, note, note.updated_at ?? note.created_at);
        }
        if (notes.length === 0 && lines > 0)
          throw nothingFound(
            project === undefined
              ? 'there is no note yet: memory-vault save "…" saves the first'
              : `there is no note in the project ${shownLine(project)}: memory-vault projects lists all`,
          );
      }),
    );
}

/** The longest list that the vault gives at once. */
const NEWEST = 100;

function linesOf(text: string): number {
  const lines = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (lines <= NEWEST) return lines;
  throw misused(`--lines must be a whole number from 0 to ${NEWEST}`);
}

const stateOf = ({ id, revision = 1 }: Observation) => `${id} ${revision}`;

const WIDEST_TYPE = Math.max(...OBSERVATION_TYPES.map(({ length }) => length));

/** One line for each, so that those that come later stand below the first. */
async function print(output: Output, note: Observation, time: string): Promise<void> {
  if (!isForPeople(output)) return output.write(`${JSON.stringify(note)}\n`);
  const { colours, columns = Infinity } = output;
  const { id, type, title, project, revision } = note;
  const about = [
    shortId(id),
    ...(columns >= 60 ? [minuteOf(time)] : []),
    ...(columns >= 50 ? [type.padEnd(WIDEST_TYPE)] : []),
  ].join('  ');
  const more = [
    ...(project === undefined ? [] : [`in ${project}`]),
    ...(revision === undefined ? [] : [`revision ${revision}`]),
    ...noteMarks(note),
  ];
  const text = shownLine(more.length === 0 ? title : `${title} (${more.join(', ')})`);
  const room = Math.max(1, columns - about.length - 2);
  // A pipe does not wait for the library.
  const cut = room === Infinity ? text : (await import('../terminal/table.js')).cutTo(room, text);
  await output.write(`${colours.dim(about)}  ${cut}\n`);
}
