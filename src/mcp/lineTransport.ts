import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { decodeText } from '../domain/unicode.js';
import { INVALID_PARAMS, readParams } from './readParams.js';

/** More than the longest note, also where each letter of it is escaped. */
const LONGEST_LINE = 16 * 1024 * 1024;

/** Of a line that is too long, what may hold its id. */
const ENDS = 4096;

/** Requests that are still answered when the client has sent its last one. */
const ANSWER_MS = 15_000;

type Id = string | number;

/**
 * MCP over lines of JSON (https://modelcontextprotocol.io, transports, stdio). Every line gets an answer that is to have one:
 * one that is no message an error of JSON-RPC 2.0, whereas the library's own transport drops it and ends at one that is too
 * long. At the end of the input, what was asked for is still answered.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #asked = new Set<Id>();
  #line: Buffer[] = [];
  #length = 0;
  #hasEnded = false;
  #isClosed = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#read).once('end', this.#end).once('error', this.#end);
    // A client that is gone reads no answers.
    this.#output.once('error', () => void this.close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return;
    const isAnswer = 'result' in message || 'error' in message;
    if (isAnswer && message.id !== undefined) this.#asked.delete(message.id);
    this.#write(message);
    if (this.#hasEnded && this.#asked.size === 0) await this.close();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.off('data', this.#read).pause();
    this.onclose?.();
  }

  readonly #read = (chunk: Buffer): void => {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      this.#keep(chunk.subarray(start, end));
      this.#take();
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
  };

  /** Of a line that is too long, only its beginning and its last pieces stay. */
  #keep(piece: Buffer): void {
    this.#length += piece.length;
    this.#line.push(piece);
    if (this.#length <= LONGEST_LINE) return;
    const all = Buffer.concat(this.#line);
    this.#line = [Buffer.from(all.subarray(0, ENDS)), Buffer.from(all.subarray(-ENDS))];
  }

  #take(): void {
    const line = Buffer.concat(this.#line);
    const isTooLong = this.#length > LONGEST_LINE;
    this.#line = [];
    this.#length = 0;
    const read = isTooLong ? tooLong(line) : messageIn(line);
    if (read === undefined) return;
    if ('problem' in read) {
      const { id = null, code = INVALID_REQUEST, problem } = read;
      this.#write({ jsonrpc: '2.0', id, error: { code, message: problem } });
      return;
    }
    if ('method' in read.message && 'id' in read.message) this.#asked.add(read.message.id);
    this.onmessage?.(read.message);
  }

  readonly #end = (): void => {
    this.#take();
    this.#hasEnded = true;
    if (this.#asked.size === 0) void this.close();
    else setTimeout(() => void this.close(), ANSWER_MS).unref();
  };

  #write(message: object): void {
    if (!this.#output.destroyed) this.#output.write(`${JSON.stringify(message)}\n`);
  }
}

/** Codes of JSON-RPC 2.0. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

type Read =
  | { readonly message: JSONRPCMessage }
  | { readonly problem: string; readonly id?: Id | undefined; readonly code?: number };

/** The message of a line, with only the members that JSON-RPC knows; undefined for a blank one. */
function messageIn(bytes: Buffer): Read | undefined {
  const text = decodeText(bytes);
  if (text?.trim() === '') return undefined;
  let read: unknown;
  try {
    if (text !== undefined) read = JSON.parse(text);
  } catch {
    // It stays undefined, as what is no text.
  }
  if (read === undefined) return { code: PARSE_ERROR, problem: 'the line is not JSON in UTF-8' };
  if (Array.isArray(read))
    return { problem: 'batches are not accepted: send each message on its own line' };
  if (typeof read !== 'object' || read === null)
    return { problem: 'the line is not a JSON object' };
  const { id, method, params, result, error } = read as Record<string, unknown>;
  const known = isId(id) ? id : undefined;
  if (id !== undefined && known === undefined) {
    return { problem: 'id: must be a text or a whole number' };
  }
  if (typeof method === 'string' && method !== '') {
    const read = readParams(method, params);
    if ('problem' in read) return { id: known, code: INVALID_PARAMS, problem: read.problem };
    return {
      message: withoutUndefined({ jsonrpc: '2.0', id: known, method, params: read.params }),
    };
  }
  if (known !== undefined && (result !== undefined || error !== undefined)) {
    return { message: withoutUndefined({ jsonrpc: '2.0', id: known, result, error }) };
  }
  return { id: known, problem: 'method: is required, the name of what is asked for' };
}

const isId = (id: unknown): id is Id => typeof id === 'string' || Number.isSafeInteger(id);

function withoutUndefined(message: object): JSONRPCMessage {
  const given = Object.entries(message).filter(([, value]) => value !== undefined);
  // The cast is safe: the library checks params and results, and the other members are checked above.
  return Object.fromEntries(given) as unknown as JSONRPCMessage;
}

const ID = String.raw`"id"\s*:\s*(-?\d{1,15}|"[^"\\]{0,200}")`;
const FIRST = new RegExp(
  String.raw`^\s*\{\s*(?:"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,\s*)*${ID}`,
);
const LAST = new RegExp(String.raw`${ID}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`);

/** The refusal of a line that is too long; its id stands before or behind the long part. */
function tooLong(ends: Buffer): Read {
  const text = ends.toString('utf8');
  const [, id] = FIRST.exec(text.slice(0, ENDS)) ?? LAST.exec(text.slice(-ENDS)) ?? [];
  return {
    // The cast is safe: what was found is a text or a number of JSON.
    id: id === undefined ? undefined : (JSON.parse(id) as Id),
    problem: `the line has more than ${LONGEST_LINE / 1024 / 1024} MiB: save the text in parts`,
  };
}
