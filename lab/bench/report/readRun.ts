import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { FIGURES, type What } from '../figure.js';
import type { Run } from './page.js';

const Kept = z.object({
  date: z.string(),
  machine: z.string(),
  sizes: z.array(z.number()),
  added: z
    .array(z.object({ date: z.string(), parts: z.array(z.string()), sizes: z.array(z.number()) }))
    .optional(),
  figures: z.array(
    z.object({
      // The cast is safe: the keys of FIGURES are the names, but the type of Object.keys does not say so.
      what: z.enum(Object.keys(FIGURES) as [What, ...What[]]),
      // JSON has no NaN.
      value: z.number().nullable(),
      size: z.number().optional(),
      connections: z.number().optional(),
      kind: z.string().optional(),
    }),
  ),
});

/** Reads a run that `writeReport` wrote. Throws when the file does not exist or is not a run. */
export function readRun(file: string): Run {
  const { figures, added, ...run } = Kept.parse(JSON.parse(readFileSync(file, 'utf8')));
  return {
    ...run,
    ...(added && { added }),
    figures: figures.map(({ what, value, size, connections, kind }) => ({
      what,
      value: value ?? Number.NaN,
      ...(size !== undefined && { size }),
      ...(connections !== undefined && { connections }),
      ...(kind !== undefined && { kind }),
    })),
  };
}
