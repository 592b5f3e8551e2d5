import { createHash } from 'node:crypto';
import {
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fill, type Holds } from '../jobs/fill.js';
import { progressLine } from '../progressLine.js';

/** A vault of generated notes for a measurement, which may write to it. */
export interface DataSet extends Holds {
  readonly directory: string;
  /** File sizes of the log and of the read models after the vault was closed. */
  readonly bytes: { readonly log: number; readonly views: number };
}

export interface Wanted {
  readonly size: number;
  /** NDJSON file of the notes whose sentences are used. */
  readonly file: string;
  /** Directory for files that only this run needs. */
  readonly scratch: string;
  /** Directory for vaults that later runs use; undefined: none are kept. */
  readonly keep: string | undefined;
  readonly signal: AbortSignal;
}

/** Increase it when the generator makes other notes, so that kept vaults with old ones are not used. */
const MAKER = 1;
/** What decides how a vault lies on the disk: a kept vault of older code would be measured in place of what is now. */
const FORMAT = ['migrations', 'src/events', 'src/log', 'src/projections', 'src/sqlite'];
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Bytes of disk per note, with room for a copy and for a rebuild of the read models. */
const ROOM = 8000;

/** Fills a new vault, or copies one that was kept. */
export async function dataSet(wanted: Wanted): Promise<DataSet> {
  const { size, scratch, keep, signal } = wanted;
  refuseFullDisk(scratch, size);
  const directory = await mkdtemp(join(scratch, `${size}-`));
  if (keep === undefined) return { directory, ...(await fillIn(directory, wanted)) };
  const name = `${size}-${digestOf(wanted.file)}`;
  const kept = join(keep, name);
  const made = join(kept, 'made');
  // Without this mark, the vault was not filled completely.
  if (!existsSync(made)) await rm(kept, { recursive: true, force: true });
  await mkdir(kept, { recursive: true, mode: 0o700 });
  // Vaults of older code are of no use any more, and large.
  for (const other of readdirSync(keep))
    if (other.startsWith(`${size}-`) && other !== name)
      await rm(join(keep, other), { recursive: true, force: true });
  const filled = await fillIn(kept, wanted);
  writeFileSync(made, '');
  signal.throwIfAborted();
  await cp(kept, directory, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return { directory, ...filled };
}

async function fillIn(directory: string, { size, file, signal }: Wanted) {
  const onProgress = progressLine('notes', size);
  const holds = await fill.run({ directory, file, size }, { signal, onProgress });
  const bytesOf = (name: string) => statSync(join(directory, name)).size;
  return { ...holds, bytes: { log: bytesOf('log.db'), views: bytesOf('views.db') } };
}

function digestOf(file: string): string {
  const digest = createHash('sha256').update(`${MAKER}\n`).update(readFileSync(file));
  for (const folder of FORMAT)
    for (const name of readdirSync(join(ROOT, folder), {
      recursive: true,
      encoding: 'utf8',
    }).sort()) {
      const path = join(ROOT, folder, name);
      if (statSync(path).isFile()) digest.update(`${name}\n`).update(readFileSync(path));
    }
  return digest.digest('hex').slice(0, 12);
}

function refuseFullDisk(directory: string, size: number): void {
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize > size * ROOM) return;
  const gigabytes = Math.ceil((size * ROOM) / 1e9);
  throw new Error(`${size} notes need ${gigabytes} GB free at ${directory}: set TMPDIR or --size`);
}
