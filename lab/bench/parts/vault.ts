import { mkdirSync } from 'node:fs';
import type { Note } from '../../../tools/notes/readNotes.js';
import { fill } from '../jobs/fill.js';
import type { Refusals } from '../load/refusals.js';
import { fillPeer } from '../peers/fillPeer.js';
import type { Found } from '../peers/findPeers.js';
import type { Peer } from '../peers/peer.js';
import { dataIn, type PeerServer, startPeer } from '../peers/peerServer.js';
import { processUse } from '../peers/processUse.js';
import { kindsInTurn, type RealSearch, realSearches } from '../peers/realSearches.js';
import type { Bench } from './part.js';

/** A program that runs with a filled vault. */
export interface Vault {
  /** The head of its column. */
  readonly name: string;
  readonly found: Found;
  readonly directory: string;
  readonly server: PeerServer<Peer>;
  /** MB when it was ready, before it was filled. */
  readonly atReady: number;
  /** How many notes it says that it has. */
  readonly kept: number;
  /** Bytes of title and content of a note, on average. */
  readonly text: number;
  readonly searches: readonly RealSearch[];
  readonly projects: readonly string[];
  /** What it refused while it was filled. */
  readonly refusals: Refusals;
}

/** Searches of each kind in each scope. */
const EACH = 40;
/** Number of notes from which searches are made, spread over the vault. */
const SAMPLE = 1000;

/** MB of memory of a process now (RSS). */
export const weight = (pid: number) => processUse(pid).memory / 1e6;

/** Starts a program and saves notes in it, over HTTP. */
export async function vaultOf(
  found: Found,
  notes: readonly Note[],
  { newDirectory, say, signal }: Bench,
): Promise<Vault> {
  const directory = newDirectory();
  const server = await startPeer(found, directory, signal);
  const atReady = weight(server.pid);
  const refusals = await fillPeer(server, notes);
  const { peer } = found;
  say(`${peer.name} has its notes`);
  return {
    name: columnOf(peer.name, notes.length),
    found,
    directory,
    server,
    atReady,
    kept: peer.notesIn(await server.get(peer.counts)),
    text: textOf(notes),
    searches: realSearches(notes, EACH),
    projects: [...new Set(notes.map(({ project }) => project))],
    refusals,
  };
}

/** Starts this service over as many generated notes, saved beforehand without HTTP. */
export async function largeVault(found: Found, size: number, bench: Bench): Promise<Vault> {
  const { newDirectory, noteAt, file, say, signal } = bench;
  const directory = newDirectory();
  mkdirSync(dataIn(directory));
  say(`filling a vault with ${size} notes`);
  await fill.run({ directory: dataIn(directory), file, size }, { signal });
  const server = await startPeer(found, directory, signal);
  const stretch = size / SAMPLE;
  const sample = Array.from({ length: SAMPLE }, (_, i) =>
    // Each time at another offset, because notes repeat with each session.
    noteAt(Math.floor((i + ((i * 0.618) % 1)) * stretch)),
  );
  return {
    name: columnOf(found.peer.name, size),
    found,
    directory,
    server,
    atReady: weight(server.pid),
    kept: found.peer.notesIn(await server.get(found.peer.counts)),
    text: textOf(sample),
    searches: kindsInTurn(sample, EACH),
    projects: [...new Set(sample.map(({ project }) => project))],
    refusals: new Map(),
  };
}

const columnOf = (name: string, notes: number) => `${name}, ${notes.toLocaleString('en')} notes`;

const textOf = (notes: readonly Pick<Note, 'title' | 'content'>[]) =>
  notes.reduce((sum, { title, content }) => sum + Buffer.byteLength(title + content), 0) /
  notes.length;
