import { join } from 'node:path';
import { type Read, readRequests } from '../data/readRequests.js';
import type { Figure } from '../figure.js';
import { type InProcessTimes, timeInProcess } from '../jobs/timeInProcess.js';
import { diskUse } from '../search/diskUse.js';
import { startVault } from '../server/measuredServer.js';
import { mixed } from './mixed.js';
import { type SizeBench, using, vaultIn } from './part.js';
import { reads } from './reads.js';
import { ready } from './ready.js';
import { rebuild } from './rebuild.js';
import { verifying } from './verifying.js';

/**
 * Parts that need a filled vault, in the order in which they run. Reads come early, so that they see the vault as saves
 * left it: later parts write to it, and a rebuild puts its index in order.
 */
export const FILLED_PARTS = ['start', 'reads', 'mixed', 'verify', 'rebuild'] as const;
export type FilledPart = (typeof FILLED_PARTS)[number];

/** Runs the wanted parts on a filled vault. */
export async function filled(bench: SizeBench, parts: ReadonlySet<string>): Promise<Figure[]> {
  const { set } = bench;
  const size = set.observations;
  const figures: Figure[] = onDisk(bench);
  const wants = (part: FilledPart) => parts.has(part);
  // The time of a normal start is subtracted from that of a start with a rebuild.
  if (wants('start') || wants('rebuild')) figures.push(...(await ready(bench)));
  const readyAfter = figures.find(({ what }) => what === 'ready')?.value ?? 0;
  if (wants('reads') || wants('mixed')) figures.push(...(await served(bench, wants)));
  if (wants('verify')) figures.push(...(await verifying(bench)));
  if (wants('rebuild')) figures.push(...(await rebuild(bench, readyAfter)));
  return figures.map((figure) => ({ ...figure, size }));
}

/** All in one server process, so that its memory is that of a service that did all this. */
async function served(bench: SizeBench, wants: (part: FilledPart) => boolean): Promise<Figure[]> {
  const { set, signal } = bench;
  const inProcessTimes = await timeInProcess.run({ directory: set.directory }, { signal });
  const figures = wants('reads') ? inProcess(inProcessTimes) : [];
  const requests = readRequests(bench.noteAt, set.observations, inProcessTimes.ids);
  return using(startVault(vaultIn(set.directory, signal)), async (server) => {
    const memory: number[] = [];
    const weigh = async () => {
      const megabytes = (await server.sample()).rss / 1e6;
      memory.push(megabytes);
      return megabytes;
    };
    await weigh();
    if (wants('reads')) {
      figures.push(...(await reads(bench, server, requests)));
      figures.push({ what: 'memory after reads', value: await weigh() });
    }
    if (wants('mixed')) {
      figures.push(...(await mixed(bench, server, requests)));
      const value = await weigh();
      // Without the reads before, it would be less, and take the place of the figure of a run with them.
      if (wants('reads')) {
        figures.push({ what: 'memory after saves and reads', value });
        figures.push({ what: 'memory, the most of these', value: Math.max(...memory) });
      }
    }
    return figures;
  });
}

/** Smaller tables, in bytes per note, get no line. */
const SHOWN = 5;

function inProcess({ open, times }: InProcessTimes): Figure[] {
  const kinds = ['get', 'context', 'stats'] as const satisfies readonly Read[];
  return [
    { what: 'open in process', value: open },
    ...kinds.flatMap((kind): Figure[] => [
      { what: `${kind} in process p50`, value: times[kind].p50 },
      { what: `${kind} in process p99`, value: times[kind].p99 },
    ]),
  ];
}

function onDisk({ set: { bytes, directory, observations } }: SizeBench): Figure[] {
  return [
    { what: 'log on disk', value: bytes.log / observations },
    { what: 'read models on disk', value: bytes.views / observations },
    { what: 'on disk', value: (bytes.log + bytes.views) / observations },
    ...['log.db', 'views.db'].flatMap((file) =>
      [...diskUse(join(directory, file)).byTable]
        .toSorted(([, a], [, b]) => b - a)
        .filter(([, own]) => own >= SHOWN * observations)
        .map(([name, own]): Figure => {
          return { what: 'on disk by table', kind: `${file}, ${name}`, value: own / observations };
        }),
    ),
  ];
}
