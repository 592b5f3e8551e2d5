import { isForPeople } from './isForPeople.js';
import type { Output } from './output.js';

/** Prints one thing: as JSON exactly as it is, else the text that `forPeople` makes of it, which has to be safe to show. */
export async function printOne(
  output: Output,
  thing: unknown,
  forPeople: () => string,
): Promise<void> {
  if (isForPeople(output)) return output.write(`${forPeople().trimEnd()}\n`);
  await output.write(`${JSON.stringify(thing, null, output.format === 'json' ? 2 : 0)}\n`);
}
