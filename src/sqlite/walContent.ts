import { closeSync, openSync, readSync } from 'node:fs';
import { isMissing } from '../diagnostics/fault.js';
import {
  type Checksum,
  FRAME_HEADER,
  type Frame,
  isSame,
  readFrame,
  readWalHeader,
  WAL_HEADER,
  type WalHeader,
} from './walFormat.js';

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
