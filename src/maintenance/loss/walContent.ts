import { closeSync, openSync, readSync } from 'node:fs';
import { isMissing } from '../../diagnostics/diagnostic.js';

/** What a write-ahead log holds, read from its bytes: SQLite itself changes what it opens. */
export interface WalContent {
  /** Whole transactions that SQLite reads from it. */
  readonly commits: number;
  /** Bytes up to the end of the last of them; 0 when SQLite cannot use the header. */
  readonly usable: number;
  /**
   * Transactions, at least, that had been synced to disk and that SQLite no longer reads, because something before them
   * is damaged. It skips them without a word, and overwrites them.
   */
  readonly lost: number;
}

/** What a disk writes whole or not at all. */
const SECTOR = 512;
/** Bytes that are read at a time, about. */
const CHUNK = 1 << 20;

const NOTHING: WalContent = { commits: 0, usable: 0, lost: 0 };

/**
 * Reads a write-ahead log; one that is missing holds nothing. Another process may be writing it: what is reported as lost
 * was missing twice, so it is no transaction that was just being written.
 */
export function walContent(file: string): WalContent {
  const first = readOnce(file);
  if (first.lost === 0) return first;
  const again = readOnce(file);
  return again.usable === first.usable ? again : { ...again, lost: 0 };
}

function readOnce(file: string): WalContent {
  const handle = openIfThere(file);
  if (handle === undefined) return NOTHING;
  try {
    const header = readAt(handle, 0, WAL_HEADER);
    if (header.length < WAL_HEADER) return NOTHING;
    const content = walk(handle, header);
    // With another header it has started over meanwhile, and what was read is of two logs.
    const isOne = readAt(handle, 0, WAL_HEADER).equals(header);
    return isOne ? content : { ...content, lost: 0 };
  } finally {
    closeSync(handle);
  }
}

/**
 * A commit is synced before anything is written behind it. So a frame that goes on from the checksum of a commit shows
 * that this commit, and all before it, had been on disk. Frames of the last transaction show no such thing: a loss of
 * power may tear them in any way.
 */
function walk(handle: number, bytes: Buffer): WalContent {
  const header = readWalHeader(bytes);
  let content: WalContent = { ...NOTHING, usable: header.isValid ? WAL_HEADER : 0 };
  let end = header.checksum;
  // Without a header, the salts of the first frame are taken for those of the log.
  let salts = header.isValid ? header.salts : undefined;
  let behind: Behind | undefined;
  for (const frame of framesOf(handle, header)) {
    salts ??= frame.salts;
    const isOurs = salts.equals(frame.salts);
    const sum = frame.sumAfter(behind?.frame.checksum ?? end);
    const follows = isOurs && isSame(sum, frame.checksum);
    if (header.isValid && !behind && follows && frame.page > 0) {
      end = frame.checksum;
      if (frame.isCommit) {
        const usable = frame.at + FRAME_HEADER + header.pageSize;
        content = { ...content, commits: content.commits + 1, usable };
      }
      continue;
    }
    if (behind && isOurs && wasSynced(behind, frame, follows)) {
      content = { ...content, lost: content.lost + 1 };
    }
    behind = { frame, sum, isBelieved: isOurs && (follows || isInOneSector(frame)) };
  }
  // A header is synced before the first frame is written: no loss of power leaves a damaged one before frames.
  const isUnread = !header.isValid && salts?.some((byte) => byte !== 0);
  return isUnread && content.lost === 0 ? { ...content, lost: 1 } : content;
}

/** A frame from the first damage on, as the next one sees it. */
interface Behind {
  readonly frame: Frame;
  /** The checksum that it has to have after the frame before it. */
  readonly sum: Checksum;
  /** Whether its header is of this log and of one piece, although its page may be damaged. */
  readonly isBelieved: boolean;
}

/** True when a transaction ends with `frame` and `next`, which is of this log, was written after it. */
function wasSynced({ frame, sum, isBelieved }: Behind, next: Frame, follows: boolean): boolean {
  if (!frame.isCommit) return false;
  return (follows && isBelieved) || isSame(next.sumAfter(sum), next.checksum);
}

/** A loss of power may leave half of the others' headers from what was in the file before. */
function isInOneSector({ at }: Frame): boolean {
  return (at % SECTOR) + FRAME_HEADER <= SECTOR;
}

/** Every whole frame in order, each valid until the next is taken. */
function* framesOf(handle: number, { isLittle, pageSize }: WalHeader): Generator<Frame> {
  const size = FRAME_HEADER + pageSize;
  const most = Math.max(1, Math.floor(CHUNK / size)) * size;
  for (let at = WAL_HEADER; ; at += most) {
    const chunk = readAt(handle, at, most);
    for (let from = 0; from + size <= chunk.length; from += size) {
      yield readFrame(chunk.subarray(from, from + size), at + from, isLittle);
    }
    if (chunk.length < most) return;
  }
}

/** The bytes from `at` on, fewer where the file ends. */
function readAt(handle: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let read = 0;
  for (let got = -1; got !== 0 && read < length; read += got) {
    got = readSync(handle, bytes, read, length - read, at + read);
  }
  return bytes.subarray(0, read);
}

function openIfThere(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Bytes of the header of a write-ahead log, and of the header of each frame (https://sqlite.org/fileformat2.html#walformat). */
const WAL_HEADER = 32;
const FRAME_HEADER = 24;

/** Two sums of 32 bits, each over all words before it. */
type Checksum = readonly [number, number];

const MAGIC = 0x377f0682;
const VERSION = 3_007_000;
const USUAL_PAGE = 4096;

type WalHeader = ReturnType<typeof readWalHeader>;

/** Parses the first 32 bytes of a write-ahead log. What can be told of a header that is not valid is told nevertheless. */
function readWalHeader(bytes: Buffer) {
  const magic = bytes.readUInt32BE(0);
  // The last bit is set where the machine that wrote it was big-endian; hardly any is.
  const isLittle = magic !== MAGIC + 1;
  const size = bytes.readUInt32BE(8);
  const isPage = size >= 512 && size <= 65_536 && (size & (size - 1)) === 0;
  const checksum = readChecksum(bytes, 24);
  const isValid =
    (magic === MAGIC || magic === MAGIC + 1) &&
    bytes.readUInt32BE(4) === VERSION &&
    isPage &&
    isSame(checksum, addWords([0, 0], bytes.subarray(0, 24), isLittle));
  return {
    /** False when SQLite cannot use it, and with it none of the frames. */
    isValid,
    /** Whether checksums are over little-endian words. */
    isLittle,
    /** In bytes. */
    pageSize: isPage ? size : USUAL_PAGE,
    /** Each frame of this log has the same 8 bytes; those that an earlier one left behind have others. */
    salts: Buffer.from(bytes.subarray(16, 24)),
    /** The checksum that the first frame goes on from. */
    checksum,
  };
}

type Frame = ReturnType<typeof readFrame>;

/** Parses a frame: one page as a transaction left it. `bytes` are read when `sumAfter` is called, and may be overwritten after that. */
function readFrame(bytes: Buffer, at: number, isLittle: boolean) {
  return {
    /** Where it begins in the file. */
    at,
    page: bytes.readUInt32BE(0),
    /** Whether a transaction ends with it. */
    isCommit: bytes.readUInt32BE(4) !== 0,
    salts: Buffer.from(bytes.subarray(8, 16)),
    checksum: readChecksum(bytes, 16),
    /** Its checksum if the frame before it had the checksum `before`. */
    sumAfter(before: Checksum): Checksum {
      const header = addWords(before, bytes.subarray(0, 8), isLittle);
      return addWords(header, bytes.subarray(FRAME_HEADER), isLittle);
    },
  };
}

function isSame(one: Checksum, other: Checksum): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

function readChecksum(bytes: Buffer, at: number): Checksum {
  return [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
}

/** Goes on with a checksum over a multiple of 8 bytes. */
function addWords([a, b]: Checksum, bytes: Buffer, isLittle: boolean): Checksum {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let [first, second] = [a | 0, b | 0];
  for (let i = 0; i < bytes.length; i += 8) {
    first = (first + words.getInt32(i, isLittle) + second) | 0;
    second = (second + words.getInt32(i + 4, isLittle) + first) | 0;
  }
  return [first >>> 0, second >>> 0];
}
