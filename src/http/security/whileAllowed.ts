/**
 * The parts of a long body or answer, each asked for when the one before it was taken. Throws what `recheck` throws, so that
 * it breaks off: what follows would come from, or reach, somebody whose login or key has ended meanwhile.
 */
export async function* whileAllowed<T>(
  parts: AsyncIterable<T>,
  recheck: () => Promise<unknown>,
): AsyncGenerator<T> {
  for await (const part of parts) {
    await recheck();
    yield part;
  }
}
