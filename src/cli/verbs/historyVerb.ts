import type { Command } from '@commander-js/extra-typings';
import { type Change, diffLines, diffWordsWithSpace } from 'diff';
import { type Observation, type VaultClient, VaultError } from 'memory-vault-client';
import picocolors from 'picocolors';
import { anchorTexts } from '../../domain/anchor.js';
import { counted, dotted, minuteOf, shortId, shown, shownLine } from '../terminal/format.js';
import { type Column, isForPeople, type Output, printRows } from '../terminal/output.js';
import { acting, verb } from '../terminal/verb.js';
import { ofNote } from './noteWith.js';

export function historyVerb(program: Command): void {
  verb(program, 'history <id>', {
    description: 'list the revisions of a note, oldest first',
    examples: ['history 80ZGCS1A', 'history 80ZGCS1A --diff'],
  })
    .option('--diff', 'show the words that each revision changed')
    .action(
      acting(async ({ vault, output }, id, { diff }) => {
        const params = { path: { id } };
        const asked = vault.GET('/api/v1/observations/{id}/history', { params });
        const { data } = await ofNote(id, asked);
        if (!isForPeople(output)) {
          const whole = data.map((one, at) => (diff ? withDiff(data[at - 1], one) : one));
          return printRows(output, whole, []);
        }
        const [first] = data;
        const who = first ? await revisers(vault, first) : [];
        const rows = data.map((revision, at) => ({
          revision,
          before: data[at - 1],
          who: who[at] ?? '',
        }));
        if (diff) await output.write(rows.map((row) => changesOf(row, output)).join('\n'));
        else await printRows(output, rows, COLUMNS);
        if (data.length === 1)
          output.note('nobody has revised it: memory-vault edit ID revises it');
      }),
    );
}

interface Row {
  readonly revision: Observation;
  readonly before: Observation | undefined;
  readonly who: string;
}

/** In JSON, the changes have the signs that a terminal without colours shows. */
const PLAIN = { colours: picocolors.createColors(false) };

const withDiff = (before: Observation | undefined, after: Observation) =>
  before ? { ...after, changes: changesBetween(before, after, PLAIN) } : after;

const COLUMNS: readonly Column<Row>[] = [
  { head: 'rev', cell: ({ revision }) => revision.revision },
  { head: 'time', cell: ({ revision }) => timeOf(revision) },
  { head: 'by', cell: ({ who }) => who, from: 70 },
  { head: 'changed', cell: ({ revision, before }) => whatChanged(before, revision), from: 60 },
  { head: 'title', cell: ({ revision }) => revision.title, isWide: true },
];

const timeOf = ({ updated_at, created_at }: Observation) => minuteOf(updated_at ?? created_at);

const FIELDS = [
  'title',
  'type',
  'tags',
  'about',
  'valid_until',
  'review_after',
  'content',
] as const;

type Field = (typeof FIELDS)[number];

function textOf(note: Observation, field: Field): string {
  if (field === 'tags') return note.tags.join(', ');
  return field === 'about' ? aboutText(note) : (note[field] ?? '');
}

/** What a note is about, with the hashes: the text of the same lines may have changed. */
function aboutText({ anchors = [] }: Observation): string {
  const hashes = anchors.flatMap(({ hash }) => (hash === undefined ? [] : [`#${hash}`]));
  return [...anchorTexts(anchors), ...hashes].join(', ');
}

const changedFields = (before: Observation, after: Observation): Field[] =>
  FIELDS.filter((field) => textOf(before, field) !== textOf(after, field));

const whatChanged = (before: Observation | undefined, after: Observation) =>
  before ? changedFields(before, after).join(', ') : 'saved';

const changesBetween = (before: Observation, after: Observation, on: Pick<Output, 'colours'>) =>
  changedFields(before, after).map((field) => ({
    field,
    words: changedWords(textOf(before, field), textOf(after, field), on),
  }));

/** A revision for people: what it changed, of the first one the whole note. */
function changesOf({ revision, before, who }: Row, output: Output): string {
  const about = [`revision ${revision.revision}`, timeOf(revision), who || undefined];
  const { title, content } = revision;
  const parts = before
    ? changesBetween(before, revision, output).map(({ field, words }) =>
        field === 'content' ? words : `${field}: ${words}`,
      )
    : [shownLine(title), shown(content).trimEnd()];
  return [output.colours.bold(shownLine(dotted(about))), ...parts].join('\n\n').concat('\n');
}

/**
 * Who made each revision of a note, in their order; '' where nobody can tell. Only the log knows of the later ones, which only
 * the owner and admins may read. The author of a note is whoever it names, so that stands only for a saver who is unknown.
 */
export async function revisers(vault: VaultClient, first: Observation): Promise<readonly string[]> {
  const { saved_by, author = '' } = first;
  const actors = await actorsOf(vault, first.id);
  const [, ...later] = actors.map((actor) =>
    actor === actors[0] && saved_by !== undefined ? saved_by : nameOf(actor),
  );
  return [saved_by ?? (nameOf(actors[0] ?? '') || author), ...later];
}

async function actorsOf(vault: VaultClient, id: string): Promise<string[]> {
  const actors: string[] = [];
  try {
    for await (const { type, actor } of vault.events({ stream: `observation/${id}` }))
      if (type === 'observation.saved' || type === 'observation.revised') actors.push(actor);
  } catch (error) {
    const mayNot = error instanceof VaultError && [401, 403].includes(error.status ?? 0);
    if (!mayNot) throw error;
  }
  return actors;
}

function nameOf(actor: string): string {
  if (actor === 'admin') return 'the owner';
  if (actor === 'anonymous') return '';
  if (actor.startsWith('member:')) return `member ${shortId(actor)}`;
  return actor;
}

/** Changes that are looked for between two texts. With more, their comparison takes too long and says nothing. */
const MOST_LINES = 5000;
const MOST_WORDS = 1000;

/** Lines that are the same are shown so many before and after a change. */
const AROUND = 2;

/**
 * What changed between two texts: words that went and came, in colours or as `[-…-]{+…+}`, with the lines around them. Safe to
 * show. The time that it takes is bounded, whatever the texts are.
 */
export function changedWords(
  before: string,
  after: string,
  output: Pick<Output, 'colours'>,
): string {
  const lines = diffLines(before, after, { maxEditLength: MOST_LINES }) ?? replaced(before, after);
  const parts: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [change, next] = lines.slice(at, at + 2);
    if (!change) break;
    const isPair = change.removed && next?.added;
    if (isPair) at++;
    const words = isPair ? wordsOf(change.value, next.value) : [change];
    const isSame = !change.removed && !change.added;
    const place = { isFirst: at === 0, isLast: at === lines.length - 1 };
    parts.push(isSame ? linesAround(change.value, place, output) : marked(words, output));
  }
  return parts.join('').trimEnd();
}

function wordsOf(before: string, after: string): readonly Change[] {
  return (
    diffWordsWithSpace(before, after, { maxEditLength: MOST_WORDS }) ?? replaced(before, after)
  );
}

const replaced = (before: string, after: string): Change[] => [
  { value: before, removed: true, added: false, count: 1 },
  { value: after, removed: false, added: true, count: 1 },
];

function marked(changes: readonly Change[], { colours }: Pick<Output, 'colours'>): string {
  const mark = ({ value, removed, added }: Change) => {
    // The end of a line stays outside, so that no colour runs on.
    const text = shown(value.replace(/\n$/, ''));
    const end = value.endsWith('\n') ? '\n' : '';
    if (removed) return `${colours.isColorSupported ? colours.red(text) : `[-${text}-]`}${end}`;
    if (added) return `${colours.isColorSupported ? colours.green(text) : `{+${text}+}`}${end}`;
    return `${text}${end}`;
  };
  return changes.map(mark).join('');
}

/** The lines of a text next to a change, and how many are left out. */
function linesAround(
  same: string,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
  { colours }: Pick<Output, 'colours'>,
): string {
  const lines = shown(same).split('\n');
  if (same.endsWith('\n')) lines.pop();
  const head = isFirst ? [] : lines.slice(0, AROUND);
  const tail = isLast ? [] : lines.slice(Math.max(head.length, lines.length - AROUND));
  const left = lines.length - head.length - tail.length;
  const gap = colours.dim(`… ${counted(left, 'line')} as before`);
  const kept = left === 0 ? [...head, ...tail] : [...head, gap, ...tail];
  return kept.map((line) => `${line}\n`).join('');
}
