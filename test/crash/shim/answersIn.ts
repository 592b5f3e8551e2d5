import { Answer } from '../requests.js';
import type { Traced } from './trace.js';

/** The promises of a traced process up to the end of a trace. */
export function answersIn(trace: readonly Traced[]): Answer[] {
  const said = trace.flatMap(({ op, data }) => (op === 'said' && data ? [data] : []));
  const lines = Buffer.concat(said).toString('utf8').split('\n').filter(Boolean);
  return lines.map((line) => Answer.parse(JSON.parse(line)));
}
