import { inWords } from '../../app/clockWatch.js';
import { counted } from '../terminal/counted.js';
import type { Finding } from './check.js';
import type { DirectoryFacts } from './directoryFacts.js';

/** The magic numbers that Linux gives to file systems on which a vault should not live. */
const KINDS: ReadonlyMap<number, string> = new Map([
  ...[0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x00c36400, 0x5346414f, 0x0bd00bd0, 0x47504653].map(
    (kind) => [kind, 'a network file system, whose locks SQLite cannot rely on'] as const,
  ),
  ...[0x01021994, 0x858458f6].map(
    (kind) => [kind, 'a file system in memory, gone when the machine is restarted'] as const,
  ),
  [0x794c7630, 'a layer of a container, and gone when that is removed: use a volume'],
]);

/** What the service warns of as well: rebuilding and forgetting need twice the size of views.db. */
const LOW_BYTES = 200_000_000;
const LOW_VIEWS = 3;
/** No save fits any more. */
const FULL_BYTES = 1_048_576;

export function directoryChecks(facts: DirectoryFacts): readonly Finding[] {
  const { dataDir, place, unsafe } = facts;
  const name = 'place';
  const danger = unsafe && {
    name: place === 'missing' ? name : 'owner',
    state: 'wrong' as const,
    says: [unsafe.message, unsafe.next].filter(Boolean).join('. Next: '),
  };
  const disk = diskCheck(facts);
  const loss = logCheck(facts);
  const canStart = letsStart([loss, danger, disk].flatMap((one) => one ?? []));
  const vault: Finding =
    place === 'vault'
      ? { name, state: 'ok', says: dataDir }
      : {
          ...{ name, state: 'warn', type: 'memory-vault serve' },
          says: `${dataDir} ${place === 'missing' ? 'is not there' : 'has no vault'} yet: the first start of a service makes it`,
        };
  if (place === 'missing') return canStart ? [vault] : [danger ?? disk];
  return [
    ...(place === 'vault' || canStart ? [vault] : []),
    ...(loss ? [loss] : []),
    // Where nobody should use the directory, that is mended first.
    ...(danger ? [danger] : permissions(facts)),
    disk,
    ...kindOfDisk(facts),
  ];
}

/** Whether a service could start in a directory of which this was found. */
export function letsStart(found: readonly Finding[]): boolean {
  return !found.some(({ name, state }) => state === 'wrong' && HINDRANCES.includes(name));
}

const HINDRANCES: readonly string[] = ['place', 'owner', 'log', 'disk'];

/** A log of an older format is brought up to date by the next start. All else is what a start would refuse, or warn of. */
function logCheck({ log }: DirectoryFacts): Finding | undefined {
  if (log === undefined) return undefined;
  const state = log.code === 'log_older' ? 'warn' : 'wrong';
  return { name: 'log', state, says: [log.message, log.next].filter(Boolean).join('. Next: ') };
}

/** Without owners and modes, as on Windows, there is nothing to say. */
function permissions({ loose, platform }: DirectoryFacts): readonly Finding[] {
  if (platform === 'win32') return [];
  const name = 'permissions';
  if (loose === undefined)
    return [{ name, state: 'unknown', says: 'the directory cannot be read' }];
  const { open, foreign } = loose;
  const foreigners: readonly Finding[] =
    foreign.length === 0
      ? []
      : [{ name: 'owner', state: 'wrong', says: `belongs to another user: ${foreign.join(', ')}` }];
  if (open.length === 0)
    return [...foreigners, { name, state: 'ok', says: 'nobody else may read the files' }];
  const says = `others on this machine may use ${counted(open.length, 'path')} of the vault: ${open.join(', ')}`;
  return [
    ...foreigners,
    { name, state: 'wrong', says, type: 'memory-vault doctor --fix', fix: { kind: 'tighten' } },
  ];
}

function diskCheck({ disk, viewsBytes }: DirectoryFacts): Finding {
  const name = 'disk';
  if (disk === undefined) return { name, state: 'unknown', says: 'the free space cannot be told' };
  const { freeBytes } = disk;
  const least = Math.max(LOW_BYTES, LOW_VIEWS * viewsBytes);
  const free = `${megabytes(freeBytes)} free`;
  if (freeBytes >= least) return { name, state: 'ok', says: free };
  const says = `only ${free}, and ${megabytes(least)} are needed to rebuild and to forget: free some space`;
  return { name, state: freeBytes < FULL_BYTES ? 'wrong' : 'warn', says };
}

function megabytes(bytes: number): string {
  return bytes < 10e9 ? `${Math.floor(bytes / 1e6)} MB` : `${Math.floor(bytes / 1e9)} GB`;
}

/** Only Linux says by a number what a file system is. */
function kindOfDisk({ disk, platform }: DirectoryFacts): readonly Finding[] {
  if (platform !== 'linux' || disk === undefined) return [];
  const danger = KINDS.get(disk.kind);
  if (danger === undefined) return [];
  const says = `the directory is on ${danger}. Set VAULT_DATA_DIR to one on a disk of this machine`;
  return [{ name: 'file system', state: 'warn', says }];
}

/** The clock as the files let one judge it. A service that runs knows more, and is asked first. */
export function clockCheck({ clock }: Pick<DirectoryFacts, 'clock'>): Finding {
  const name = 'clock';
  if (clock.state === 'right') return { name, state: 'ok', says: 'looks right' };
  const how = clock.state === 'jumped' ? 'ahead of' : 'behind';
  const says = `the clock is ${inWords(clock.ms)} ${how} what it should be, and saves would be refused: set it right`;
  return { name, state: 'wrong', says };
}
