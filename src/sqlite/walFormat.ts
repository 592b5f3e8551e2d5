/** Bytes of the header of a write-ahead log, and of the header of each frame (https://sqlite.org/fileformat2.html#walformat). */
export const WAL_HEADER = 32;
export const FRAME_HEADER = 24;

/** The header of a write-ahead log. */
export interface WalHeader {
  /** False when SQLite cannot use it, and with it none of the frames. What can be told nevertheless is told. */
  readonly isValid: boolean;
  /** Whether checksums are over little-endian words. */
  readonly isLittle: boolean;
  /** In bytes. */
  readonly pageSize: number;
  /** Each frame of this log has the same 8 bytes; those that an earlier one left behind have others. */
  readonly salts: Buffer;
  /** The checksum that the first frame goes on from. */
  readonly checksum: Checksum;
}

/** Two sums of 32 bits, each over all words before it. */
export type Checksum = readonly [number, number];

/** One page as a transaction left it. */
export interface Frame {
  /** Where it begins in the file. */
  readonly at: number;
  readonly page: number;
  /** Whether a transaction ends with it. */
  readonly isCommit: boolean;
  readonly salts: Buffer;
  readonly checksum: Checksum;
  /** Its checksum if the frame before it had the checksum `before`. */
  sumAfter(before: Checksum): Checksum;
}

const MAGIC = 0x377f0682;
const VERSION = 3_007_000;
const USUAL_PAGE = 4096;

/** Parses the first 32 bytes of a write-ahead log. */
export function readWalHeader(bytes: Buffer): WalHeader {
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
    isValid,
    isLittle,
    pageSize: isPage ? size : USUAL_PAGE,
    salts: Buffer.from(bytes.subarray(16, 24)),
    checksum,
  };
}

/** Parses a frame. `bytes` are read when `sumAfter` is called, and may be overwritten after that. */
export function readFrame(bytes: Buffer, at: number, isLittle: boolean): Frame {
  return {
    at,
    page: bytes.readUInt32BE(0),
    isCommit: bytes.readUInt32BE(4) !== 0,
    salts: Buffer.from(bytes.subarray(8, 16)),
    checksum: readChecksum(bytes, 16),
    sumAfter(before) {
      const header = addWords(before, bytes.subarray(0, 8), isLittle);
      return addWords(header, bytes.subarray(FRAME_HEADER), isLittle);
    },
  };
}

export function isSame(one: Checksum, other: Checksum): boolean {
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
