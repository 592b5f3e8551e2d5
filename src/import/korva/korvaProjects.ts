import type { PromptLine } from '../../domain/archive/archiveLine.js';
import { SDD_PHASES } from '../../domain/sdd.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { listOf, neededText, neededTime, type PeerCells } from '../peerCells.js';
import { peerTags } from '../peerTags.js';
import { LONGEST, shortening } from '../shortening.js';
import { sourceId } from '../sourceId.js';
import type { SourceRow } from '../sourceRow.js';
import { UnreadableRow } from '../unreadableRow.js';

/** A prompt of Korva, of which it keeps the last version. */
export function promptOf(cells: PeerCells, row: string): SourceRow {
  const createdAt = neededTime(cells, 'created_at', 'updated_at');
  const at = Math.max(createdAt, neededTime(cells, 'updated_at', 'created_at'));
  const fields = shortening();
  const { tags, shortened } = peerTags(listOf(cells, 'tags'));
  if (shortened) fields.note('tags');
  const content = fields.shorten('content', neededText(cells, 'content'), LONGEST.content);
  const line: PromptLine = {
    record: 'prompt',
    id: sourceId('korva', `prompts/${neededText(cells, 'id')}`, createdAt),
    name: fields.shorten('name', neededText(cells, 'name'), LONGEST.name),
    created_at: timeText(createdAt),
    versions: [{ content, tags, at: timeText(at) }],
  };
  return { row, line, ...fields.said() };
}

/** The conventions of a project (`openspec`). */
export function conventionsOf(cells: PeerCells, row: string): SourceRow {
  const fields = shortening();
  const project = fields.shorten('project', neededText(cells, 'project'), LONGEST.name);
  const content = fields.shorten('content', neededText(cells, 'content'), LONGEST.content);
  const at = timeText(neededTime(cells, 'updated_at'));
  const line = { record: 'conventions' as const, project, versions: [{ content, at }] };
  return { row, line, ...fields.said() };
}

/** The phase that a project is in; Korva has the same phases. */
export function phasesOf(cells: PeerCells, row: string): SourceRow {
  const name = neededText(cells, 'phase');
  const phase = SDD_PHASES.find((one) => one === name);
  if (phase === undefined)
    throw new UnreadableRow(`it is in an unknown phase: ${name.slice(0, 40)}`);
  const fields = shortening();
  const project = fields.shorten('project', neededText(cells, 'project'), LONGEST.name);
  const at = timeText(neededTime(cells, 'updated_at'));
  return { row, line: { record: 'phases', project, phases: [{ phase, at }] }, ...fields.said() };
}

const timeText = (ms: number) => formatTime(toSeconds(ms));
