import type { NoteState } from '../../domain/archive/archiveLine.js';
import { alsoShortened } from '../alsoShortened.js';
import { fieldTags } from '../fieldTags.js';
import { noteRow } from '../noteRow.js';
import {
  listOf,
  neededText,
  neededTime,
  objectOf,
  type PeerCells,
  textIn,
  textOf,
  timeOf,
} from '../peerCells.js';
import { peerTags } from '../peerTags.js';
import { sourceId } from '../sourceId.js';
import type { SourceRow } from '../sourceRow.js';
import { memoryStates } from './memoryStates.js';

/**
 * The note of a memory. What is known of it beside the text becomes tags; of `metadata`, `project` and `type` are those of
 * the note; `project` is that of a memory which names none. Throws `UnreadableRow` for one without id, text or time.
 */
export function mem0Row(
  cells: PeerCells,
  row: string,
  history: ReadonlyMap<string, readonly PeerCells[]>,
  project: string | undefined,
): SourceRow {
  const key = neededText(cells, 'id');
  const content = neededText(cells, 'memory');
  const created = neededTime(cells, 'created_at', 'updated_at');
  const metadata = objectOf(cells, 'metadata');
  const others = fieldTags(metadata, ['project', 'type', 'tags']);
  const named = (name: string, tag: string) => {
    const text = textOf(cells, name);
    return text && `${tag}:${text}`;
  };
  // Once for all states: there may be many of both.
  const { tags, shortened } = peerTags([
    ...listOf(cells, 'categories'),
    ...listOf(metadata, 'tags'),
    ...[named('agent_id', 'agent'), named('app_id', 'app'), named('run_id', 'run')],
    named('expiration_date', 'expires'),
    ...others.tags,
  ]);
  const noted = (said: string, at: number) =>
    noteRow({
      ...{ row, at, content: said, title: undefined },
      id: sourceId('mem0', key, created),
      type: textIn(metadata, 'type') ?? 'context',
      tags,
      project: textIn(metadata, 'project') ?? project,
      author: textOf(cells, 'user_id'),
    });
  const states = memoryStates([...ownHistory(cells), ...(history.get(key) ?? [])], {
    ...{ content, created, updated: timeOf(cells, 'updated_at') },
  });
  const kept = states.slice(-MOST_STATES);
  const fields = [
    ...(shortened ? ['tags'] : []),
    ...(others.isPartial ? ['metadata'] : []),
    ...(kept.length < states.length ? ['history'] : []),
  ];
  const note = fields.reduce(alsoShortened, noted(content, created));
  if (kept.length === 1) return note;
  return withRevisions(
    note,
    kept.map((state) => noted(state.content, state.at)),
  );
}

/** As many as a line may have. */
const MOST_STATES = 10_000;

function ownHistory({ history }: PeerCells): PeerCells[] {
  return Array.isArray(history) ? history.filter((one) => typeof one === 'object' && one) : [];
}

/** The row with the states of its note, which are notes of their own here. */
function withRevisions(row: SourceRow, states: readonly SourceRow[]): SourceRow {
  if ('skipped' in row || row.line.record !== 'note') return row;
  const revisions = states.flatMap((state): NoteState[] => {
    if ('skipped' in state || state.line.record !== 'note') return [];
    const { type, title, content, tags, created_at } = state.line;
    return [{ type, title, content, tags, at: created_at }];
  });
  return { ...row, line: { ...row.line, revisions } };
}
