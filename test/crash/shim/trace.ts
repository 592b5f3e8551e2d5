import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Record = z.discriminatedUnion('op', [
  z.object({ op: z.literal('make'), n: z.int(), fd: z.int(), name: z.string() }),
  z.object({ op: z.literal('open'), fd: z.int(), name: z.string(), empty: z.boolean() }),
  z.object({
    op: z.literal('write'),
    n: z.int(),
    fd: z.int(),
    name: z.string(),
    at: z.int(),
    bytes: z.int(),
  }),
  z.object({ op: z.literal('sync'), n: z.int(), fd: z.int(), name: z.string() }),
  z.object({ op: z.literal('size'), n: z.int(), fd: z.int(), name: z.string(), to: z.int() }),
  z.object({ op: z.literal('unlink'), n: z.int(), name: z.string() }),
  z.object({ op: z.literal('rename'), n: z.int(), name: z.string(), to: z.string() }),
  z.object({ op: z.literal('link'), n: z.int(), name: z.string(), to: z.string() }),
  z.object({ op: z.literal('mkdir'), n: z.int(), name: z.string() }),
  z.object({ op: z.literal('refused'), n: z.int(), what: z.string(), name: z.string() }),
  z.object({ op: z.literal('ended') }),
  z.object({ op: z.literal('said'), bytes: z.int() }),
]);

/**
 * A record of `faults.c`: a change that a process made to its disk, or its output. Names are relative to the traced
 * directory; `data` is the written bytes or the output.
 */
export type Traced = z.infer<typeof Record> & { readonly data?: Buffer };

/** Reads the trace of one process, or of several that appended to it. */
export function readTrace(file: string): Traced[] {
  const bytes = readFileSync(file);
  const trace: Traced[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\n', at);
    const record = Record.parse(JSON.parse(bytes.toString('utf8', at, end)));
    const length = 'bytes' in record ? record.bytes : 0;
    at = end + 1 + length;
    trace.push({ ...record, ...(length > 0 && { data: bytes.subarray(end + 1, at) }) });
  }
  return trace;
}
