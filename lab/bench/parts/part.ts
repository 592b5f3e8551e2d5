import type { Note } from '../../../tools/notes/readNotes.js';
import type { Refusals } from '../load/refusals.js';
import type { Found } from '../peers/findPeers.js';
import type { Grid } from '../report/grid.js';
import type { MadeNote } from '../search/noteMaker.js';

/** The input of a part of the benchmark. */
export interface Bench {
  /** NDJSON file of the notes. */
  readonly file: string;
  /** All notes of the file. */
  readonly notes: readonly Note[];
  /** Generated notes of 500 bytes. */
  readonly noteAt: (i: number) => MadeNote;
  /** This service, and the peers that are there. */
  readonly programs: readonly Found[];
  /** Measures less of everything, only to check that the benchmark works. */
  readonly quick: boolean;
  /** Reports progress to a person. */
  readonly say: (text: string) => void;
  /** A new directory that is removed at the end of the run. */
  readonly newDirectory: () => string;
  readonly signal: AbortSignal;
}

/** The tables of the page. */
export type TableName = 'hooks' | 'saves' | 'searches' | 'context' | 'start' | 'memory' | 'disk';

/** What a part has measured. */
export interface Results {
  readonly tables: Readonly<Partial<Record<TableName, Grid>>>;
  /** Rows of what the programs did not do: the program, during what, how it refused, how often. */
  readonly refused: Grid['rows'];
}

/** Such rows of one program. */
export const refusedRows = (program: string, during: string, refusals: Refusals): Grid['rows'] =>
  [...refusals].map(([kind, count]) => [program, during, kind, count.toLocaleString('en')]);

/** Lets all of them take turns in each round. Gives what each of them did, one for each round. */
export async function inRounds<One, Turn>(
  rounds: number,
  all: readonly One[],
  turn: (one: One) => Promise<Turn>,
): Promise<readonly (readonly Turn[])[]> {
  const turns = all.map((): Turn[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [i, one] of all.entries()) turns[i]?.push(await turn(one));
  return turns;
}
