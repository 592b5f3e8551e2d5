import { mkdtempSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { type Note, readNotes } from '../../tools/notes/readNotes.js';
import { table } from '../../tools/table.js';
import { untilInterrupted } from '../../tools/untilInterrupted.js';
import { recombine } from './data/recombine.js';
import { machine } from './machine.js';
import { narrator } from './narrator.js';
import { DOCS, notesFile } from './options.js';
import { type Found, findPeers } from './peers/findPeers.js';
import type { PeerBench } from './peers/peerBench.js';
import type { Measurements } from './peers/peerFigure.js';
import { peerSaves } from './peers/peerSaves.js';
import { peerSearches } from './peers/peerSearches.js';
import { type PeerServer, startPeer } from './peers/peerServer.js';
import { peersPage } from './peers/peersPage.js';
import { commitLine, peersTable, ratioTable, refusalTable } from './peers/peersTable.js';
import { together } from './peers/turns.js';
import type { Grid } from './report/grid.js';

interface Options {
  readonly notes: number;
  readonly quick: boolean;
  /** The file of the page; true: `docs/peers.md`; undefined: the same after a whole run with all programs. */
  readonly page: string | boolean | undefined;
}

export const program = new Command()
  .description(
    'Compare saves and searches with those of other programs that keep notes, as far as they are there: ' +
      'KORVA_VAULT and ENGRAM name their paths, else they are looked for on the PATH. About five minutes.',
  )
  .argument('[file]', 'NDJSON file of notes (default: VAULT_NOTES, else ../shared/data)')
  .option('--notes <number>', 'number of notes that are searched', whole, 16_000)
  .option('--quick', 'few notes and short rounds, to check that the comparison works', false)
  .option('--page [file]', 'write the page (default: docs/peers.md, after a whole run with all)')
  .option('--no-page', 'write no page')
  .action((file: string | undefined, options: Options) =>
    untilInterrupted((signal) => compare(notesFile(file), options, signal)),
  );

async function compare(file: string, options: Options, signal: AbortSignal): Promise<void> {
  const { found, missing } = findPeers(process.env);
  const about = machine();
  console.log(`${about}\n`);
  for (const line of missing) console.log(`${line}\n`);
  const all = readNotes(file);
  const noteAt = recombine(all);
  const count = options.quick ? Math.min(1000, options.notes) : options.notes;
  const notes = Array.from({ length: count }, (_, i) => all[i] ?? generated(noteAt(i), i));
  const { say, stop } = narrator();
  const measured = await measureAll(
    { notes, noteAt, quick: options.quick, say, signal },
    found,
  ).finally(stop);
  print(found, measured);
  const page = pageFile(options, missing.length === 0);
  if (page === undefined) return;
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(page, peersPage({ date, machine: about, found, notes: count, measured }));
  console.log(`written to ${page}`);
}

/** First the saves of all programs, then their searches, so that three servers run at a time. */
async function measureAll(bench: PeerBench, found: readonly Found[]): Promise<Measurements> {
  const scratch = await mkdtemp(join(tmpdir(), 'memory-vault-peers-'));
  const withServers = async (work: (servers: readonly PeerServer[]) => Promise<Measurements>) => {
    const servers: PeerServer[] = [];
    try {
      for (const one of found)
        servers.push(await startPeer(one, mkdtempSync(join(scratch, 'peer-')), bench.signal));
      return await work(servers);
    } finally {
      await Promise.allSettled(servers.map((server) => server.stop()));
    }
  };
  try {
    const saves = await withServers((servers) => peerSaves(bench, servers));
    const searches = await withServers((servers) => peerSearches(bench, servers));
    return together([saves, searches]);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function generated(note: ReturnType<ReturnType<typeof recombine>>, i: number): Note {
  const { title, content, type, tags, project, author, session_id, created_at } = note;
  const text = { title, content, type, tags: [...tags], project, author };
  return { ...text, session: session_id, at: created_at, line: i + 1 };
}

function print(found: readonly Found[], measured: Measurements): void {
  const names = found.map(({ peer }) => peer.name);
  show(peersTable(names, measured));
  show(ratioTable(names, measured));
  for (const { peer, built } of found)
    console.log(`${peer.name} (${built}): ${peer.promise}${commitLine(peer.name, measured)}\n`);
  const refused = refusalTable(measured.refusals);
  if (refused) show(refused);
}

function show({ head, rows }: Grid): void {
  console.log(`${table(head, rows)}\n`);
}

function pageFile({ page, quick }: Options, isComplete: boolean): string | undefined {
  if (typeof page === 'string') return page;
  const isWanted = page ?? (isComplete && !quick);
  return isWanted ? join(DOCS, 'peers.md') : undefined;
}

function whole(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 100 && number <= 1_000_000) return number;
  throw new InvalidArgumentError('must be a whole number from 100 to 1000000.');
}
