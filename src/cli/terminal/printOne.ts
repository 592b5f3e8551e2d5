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

/** Says in one line what a verb has done; a program that wants the whole answer of the vault has to ask for JSON. */
export async function printResult(output: Output, answer: unknown, line: string): Promise<void> {
  if (output.isFormatGiven) return printOne(output, answer, () => line);
  await output.write(`${line}\n`);
}
