import { hash } from 'node:crypto';
import { decodeText } from '../domain/unicode.js';
import { readRegularFile } from '../files/regularFile.js';

/** The largest file that is read, in bytes. */
export const LARGEST_FILE = 4 * 1024 * 1024;

const LINE_END = Buffer.from('\n');

/** Lines of a file, counted from 1. Both belong to it. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** The range that `10` or `10-24` means. Undefined for another text, and where it ends before it begins. */
export function rangeOf(lines: string): LineRange | undefined {
  const [, from, to = from] = /^([1-9]\d{0,6})(?:-([1-9]\d{0,6}))?$/.exec(lines) ?? [];
  const range = { first: Number(from), last: Number(to) };
  return range.last >= range.first ? range : undefined;
}

/** A range as an anchor says it: `10`, or `10-24`. */
export function sayRange({ first, last }: LineRange): string {
  return first === last ? `${first}` : `${first}-${last}`;
}

/** The text of a file as anchors see it: without a mark of the byte order, and with LF between its lines. */
export class FileText {
  private constructor(
    private readonly bytes: Buffer,
    /** Where each line starts, in bytes. */
    private readonly starts: readonly number[],
  ) {}

  /** Undefined where the bytes are no text: neither UTF-8 nor UTF-16 with its mark, or with a NUL in it. */
  static of(raw: Uint8Array): FileText | undefined {
    const text = decodeText(raw);
    if (text === undefined || text.includes('\0')) return undefined;
    const bytes = Buffer.from(text.replaceAll('\r\n', '\n').replace(/\n$/, ''));
    const starts = text === '' ? [] : [0];
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, end + 1))
      starts.push(end + 1);
    return new FileText(bytes, starts);
  }

  /** The text of a plain file. Undefined where it cannot be read, or is no text. */
  static in(file: string): FileText | undefined {
    try {
      return FileText.of(readRegularFile(file));
    } catch {
      return undefined;
    }
  }

  /** How many lines there are. A line end at the end begins no further line. */
  get count(): number {
    return this.starts.length;
  }

  /** All lines. An empty file has none: its last line is 0. */
  get whole(): LineRange {
    return { first: 1, last: this.count };
  }

  /** How many bytes the text of lines has. */
  sizeOf(range: LineRange): number {
    const { from, to } = this.placeOf(range);
    return to - from;
  }

  /**
   * The SHA-256 of the text of lines, or of the whole file, in 64 hex digits. The text is in UTF-8, without a mark of the byte
   * order. LF stands between two lines, also where the file has CRLF. Behind the last line stands nothing.
   */
  digest(range = this.whole): string {
    return hash('sha256', this.bytesOf(range), 'hex');
  }

  /** How many letters and digits each of the lines has. */
  lettersIn(range: LineRange): readonly number[] {
    const lines = this.textOf(range).split('\n');
    return lines.map((line) => line.match(/[\p{L}\p{N}]/gu)?.length ?? 0);
  }

  /** Whether the text of lines stands in no other lines. */
  isSingle(range: LineRange): boolean {
    const all = Buffer.concat([LINE_END, this.bytes, LINE_END]);
    const text = Buffer.concat([LINE_END, this.bytesOf(range), LINE_END]);
    return all.indexOf(text) === all.lastIndexOf(text);
  }

  /** The text of lines, or of the whole file, as `digest` takes it. */
  textOf(range = this.whole): string {
    return this.bytesOf(range).toString();
  }

  private bytesOf(range: LineRange): Buffer {
    const { from, to } = this.placeOf(range);
    return this.bytes.subarray(from, to);
  }

  private placeOf({ first, last }: LineRange) {
    const next = this.starts[last];
    const to = next === undefined ? this.bytes.length : next - 1;
    return { from: this.starts[first - 1] ?? to, to };
  }
}
