import type { Outcome, Writer } from '../outside/writer.js';

/** How often writes were refused, by kind and status, such as `save 503`. */
export type Refusals = ReadonlyMap<string, number>;

const AT_ONCE = 6;

/** Sends `count` writes, some at a time. */
export async function use(writer: Writer, random: () => number, count: number): Promise<Refusals> {
  const outcomes: Outcome[] = [];
  let left = count;
  const connection = async () => {
    while (left-- > 0) {
      const chance = random();
      const write =
        chance < 0.75 ? writer.save() : chance < 0.9 ? writer.revise() : writer.forget();
      outcomes.push(await write);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, connection));
  return refusalsIn(outcomes);
}

/** The writes that failed for a reason of the vault's own: not because a note is gone. */
export function refusalsIn(outcomes: readonly Outcome[]): Refusals {
  const refusals = new Map<string, number>();
  for (const { what, status } of outcomes) {
    if (status !== undefined && status < 500) continue;
    const name = `${what} ${status ?? 'without an answer'}`;
    refusals.set(name, (refusals.get(name) ?? 0) + 1);
  }
  return refusals;
}
