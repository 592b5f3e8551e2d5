import { noteRow } from '../noteRow.js';
import { listOf, neededText, neededTime, objectOf, type PeerCells, textOf } from '../peerCells.js';
import { sourceId } from '../sourceId.js';
import type { SourceRow } from '../sourceRow.js';
import { UnreadableRow } from '../unreadableRow.js';

/** A row of `observations`, or of `memories`, which the first versions had. */
export function claudeMemNote(
  cells: PeerCells,
  row: string,
  table: string,
  session: string | undefined,
): SourceRow {
  holdBack(cells);
  const key = neededText(cells, 'id');
  const at = neededTime(cells, 'created_at_epoch', 'created_at');
  return noteRow({
    ...{ row, at, id: sourceId('claude-mem', `${table}/${key}`, at), session },
    type: textOf(cells, 'type') ?? 'context',
    title: textOf(cells, 'title') ?? textOf(cells, 'subtitle'),
    content: contentOf(cells),
    tags: listOf(cells, 'concepts'),
    // A worktree that was merged lives on as the project it was merged into.
    project: textOf(cells, 'merged_into_project') ?? textOf(cells, 'project'),
  });
}

/** The narrative, else the text; then the facts, and the files that it is about. */
function contentOf(cells: PeerCells): string | undefined {
  const subtitle = textOf(cells, 'title') === undefined ? undefined : textOf(cells, 'subtitle');
  const body = textOf(cells, 'narrative') ?? textOf(cells, 'text');
  const facts = listed(cells, 'facts').map((fact) => `- ${fact}`);
  const files = [
    ['Files read', [...listed(cells, 'files_read'), ...listed(cells, 'files_touched')]],
    ['Files changed', listed(cells, 'files_modified')],
  ] as const;
  const said = [subtitle, body, facts.join('\n')].filter((part) => part);
  // Files alone say nothing.
  if (said.length === 0) return undefined;
  const about = files.flatMap(([label, names]) =>
    names.length > 0 ? [`${label}: ${names.join(', ')}`] : [],
  );
  return [...said, about.join('\n')].filter((part) => part).join('\n\n');
}

const listed = (cells: PeerCells, name: string) =>
  listOf(cells, name)
    .map((one) => one.trim())
    .filter((one) => one !== '');

const MARKS = ['sensitive', 'private'] as const;

/** What was marked as sensitive or private, in whichever way, does not leave claude-mem. */
function holdBack(cells: PeerCells): void {
  const metadata = objectOf(cells, 'metadata');
  const words = [
    ...[cells.type, cells.sensitivity, cells.visibility, cells.privacy],
    ...[metadata.type, metadata.sensitivity, metadata.visibility, metadata.privacy],
    ...listOf(cells, 'concepts'),
  ].map((word) =>
    String(word ?? '')
      .trim()
      .toLowerCase(),
  );
  const mark = MARKS.find(
    (one) =>
      words.includes(one) ||
      [cells[one], cells[`is_${one}`], metadata[one], metadata[`is_${one}`]].some(isOn),
  );
  if (mark !== undefined) throw new UnreadableRow(`held back: marked ${mark} in claude-mem`);
}

const isOn = (value: unknown) =>
  value !== undefined &&
  value !== null &&
  ![false, 0, '', '0', 'false', 'no'].includes(value as '');
