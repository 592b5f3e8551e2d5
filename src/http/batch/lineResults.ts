import { z } from 'zod';
import type { LineOutcome } from '../../commands/importing/importLines.js';
import { addCounts } from '../../commands/textRedactor.js';
import type { RedactionCount } from '../../domain/privacy/privacyFilter.js';
import { Count } from '../../queries/counts.js';
import { Redactions } from '../routes/saveObservation.js';

const LineResult = z
  .object({
    line: Count,
    outcome: z.enum(['stored', 'same', 'revised', 'refused']),
    record: z.string().optional(),
    id: z.string().optional(),
    redacted: Redactions.optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'LineResult' });

/** The answer to an import. */
export const LineResults = z
  .object({
    run: z.string(),
    results: z.array(LineResult),
    stored: Count,
    same: Count,
    revised: Count,
    refused: Count,
    redactions: Redactions,
  })
  .meta({ id: 'LineResults' });
export type LineResults = z.infer<typeof LineResults>;

/** Longer reasons are cut: an answer with all errors of all lines would not fit into memory. */
const LONGEST_REASON = 500;

/** The results of all lines, counted. */
export async function lineResults(
  run: string,
  outcomes: AsyncIterable<LineOutcome>,
): Promise<LineResults> {
  const counts = { stored: 0, same: 0, revised: 0, refused: 0 };
  const results: LineResults['results'] = [];
  let redactions: readonly RedactionCount[] = [];
  for await (const outcome of outcomes) {
    const result = lineResult(outcome);
    results.push(result);
    counts[result.outcome] += 1;
    if ('redacted' in outcome) redactions = addCounts(redactions, outcome.redacted);
  }
  return { run, results, ...counts, redactions: [...redactions] };
}

function lineResult(of: LineOutcome): LineResults['results'][number] {
  const { line, record, id } = of;
  if ('refused' in of) {
    const error = of.refused.message.slice(0, LONGEST_REASON);
    return { line, outcome: 'refused', record, id, error };
  }
  const redacted = of.redacted.length > 0 ? [...of.redacted] : undefined;
  return { line, outcome: of.outcome, record, id, redacted };
}
