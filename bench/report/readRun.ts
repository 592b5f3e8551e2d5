import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { FIGURES, type What } from '../figure.js';
import type { Run } from './page.js';

const Kept = z.object({
  date: z.string(),
  machine: z.string(),
  sizes: z.array(z.number()),
  figures: z.array(
    z.object({
      // The keys of FIGURES are its names; Object.keys forgets it.
      what: z.enum(Object.keys(FIGURES) as [What, ...What[]]),
      // JSON has no NaN.
      value: z.number().nullable(),
      size: z.number().optional(),
      connections: z.number().optional(),
      kind: z.string().optional(),
    }),
  ),
});

/** A run as `writeReport` keeps it. Throws when the file is not there or is not one. */
export function readRun(file: string): Run {
  const { figures, ...run } = Kept.parse(JSON.parse(readFileSync(file, 'utf8')));
  return {
    ...run,
    figures: figures.map(({ what, value, size, connections, kind }) => ({
      what,
      value: value ?? Number.NaN,
      ...(size !== undefined && { size }),
      ...(connections !== undefined && { connections }),
      ...(kind !== undefined && { kind }),
    })),
  };
}
