import { type PeerCells, textOf, timeOf } from '../peerCells.js';
import type { PeerDatabase } from '../peerDatabase.js';
import type { AskedColumn } from '../peerTables.js';

/** The parts of a summary, under the names that claude-mem shows. */
const PARTS = [
  ['Request', 'request'],
  ['Investigated', 'investigated'],
  ['Learned', 'learned'],
  ['Completed', 'completed'],
  ['Next steps', 'next_steps'],
  ['Notes', 'notes'],
] as const;

/** Where the summaries of a session are, in all versions. */
export const SUMMARIES: readonly AskedColumn[] = [
  ['session_summaries', 'memory_session_id'],
  ['session_summaries', 'sdk_session_id'],
  ['overviews', 'session_id'],
];

/**
 * What was summarised of a session, which may have been more than once, and when for the last time (in milliseconds since 1970);
 * undefined for a session without a summary.
 */
export function summaryOf(
  database: PeerDatabase,
  session: string,
): { readonly summary: string; readonly at: number | undefined } | undefined {
  const found = SUMMARIES.flatMap(([table, column]) => database.those(table, column, session));
  const texts = found.map(textOfSummary).filter((text) => text !== '');
  if (texts.length === 0) return undefined;
  const times = found.map((cells) => timeOf(cells, 'created_at_epoch', 'created_at') ?? 0);
  const at = Math.max(...times);
  return { summary: texts.join('\n\n'), at: at > 0 ? at : undefined };
}

function textOfSummary(cells: PeerCells): string {
  const said = PARTS.flatMap(([label, name]) => {
    const text = textOf(cells, name);
    return text === undefined ? [] : [`${label}: ${text}`];
  });
  return (said.length > 0 ? said.join('\n') : textOf(cells, 'content')) ?? '';
}
