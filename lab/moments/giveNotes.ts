import type { Observation } from 'memory-vault-client';
import { FileText, type LineRange, rangeOf } from '../../src/checkout/fileText.js';
import { freshnessOf } from '../../src/checkout/freshness.js';
import type { Action, GiveNotes, Given, Moment, Spot } from './action.js';

/** A note is given from this score on, by the moment. */
export const LIMITS: Readonly<Record<Moment, number>> = {
  before_edit: 0.2,
  before_command: 0,
  after_failure: 0,
};

/** The most notes that are given at once. */
export const MOST_GIVEN = 3;

/** Lines between an edit and an anchor that are looked at. The limit decides which of them count. */
const FAR = 30;
/** Search looks at this much of an output. */
const LONGEST_QUERY = 400;

/**
 * The baseline. Before an edit, the notes whose lines are near to it: 1 for the same lines, less by distance. Else the first answer
 * of the search, with its score.
 */
export const giveNotes: GiveNotes = async (action, spot) => {
  if (action.moment === 'before_edit') return nearEdit(action, spot);
  const words = action.moment === 'before_command' ? action.command : failingLines(action.output);
  return words?.trim() ? searched(words, spot) : [];
};

async function searched(words: string, { project, vault }: Spot): Promise<readonly Given[]> {
  const q = words.slice(0, LONGEST_QUERY);
  const { data } = await vault.GET('/api/v1/search', {
    params: { query: { q, project, limit: 1 } },
  });
  return data.map(({ id, score }) => ({ id, score }));
}

const failingLines = (output = '') =>
  output
    .split('\n')
    .filter((line) => /error|fatal|panic|exception|fail|cannot|unable|not found/i.test(line))
    .slice(0, 5)
    .join('\n');

async function nearEdit(
  { file, before }: Action,
  { project, root, vault }: Spot,
): Promise<readonly Given[]> {
  if (file === undefined) return [];
  const query = { path: file, project, limit: 100 };
  const { data } = await vault.GET('/api/v1/observations', { params: { query } });
  const edited = rangeOfText(`${root}/${file}`, before);
  if (edited === undefined) return [];
  // Only what is asked for by ids comes in another form.
  const notes = Array.isArray(data) ? data : data.observations;
  return notes
    .map((note) => ({ id: note.id, score: nearness(note, file, root, edited) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
}

function nearness(note: Observation, file: string, root: string, edited: LineRange): number {
  const anchors = (note.anchors ?? []).filter(({ path }) => path === file);
  const states = freshnessOf(root, anchors);
  const scores = anchors.map(({ lines }, i) => {
    const range = rangeOf(states[i]?.lines ?? lines ?? '');
    if (range === undefined) return 0;
    const distance = Math.max(0, range.first - edited.last, edited.first - range.last);
    return distance > FAR ? 0 : 1 / (1 + distance);
  });
  return Math.max(0, ...scores);
}

/** The lines of a file in which a text stands; the whole file without a text. */
export function rangeOfText(path: string, text: string | undefined): LineRange | undefined {
  const file = FileText.in(path);
  if (file === undefined || text === undefined) return file?.whole;
  const at = file.textOf(file.whole).indexOf(text);
  if (at < 0) return undefined;
  const first = file.textOf(file.whole).slice(0, at).split('\n').length;
  return { first, last: first + text.split('\n').length - 1 };
}
