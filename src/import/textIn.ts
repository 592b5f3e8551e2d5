import { type PeerCells, textOf } from './peerCells.js';

/** Like `textOf`, for a cell that anybody may have filled with anything: undefined for what is no text. */
export function textIn(cells: PeerCells, name: string): string | undefined {
  return typeof cells[name] === 'string' ? textOf(cells, name) : undefined;
}
