/**
 * The parts of a long answer, each asked for when the one before it was sent. Throws what `recheck` throws, so that the
 * answer breaks off: what follows would reach somebody whose login or key has ended since the answer began.
 */
export async function* whileAllowed(
  parts: AsyncIterable<string>,
  recheck: () => Promise<unknown>,
): AsyncGenerator<string> {
  for await (const part of parts) {
    await recheck();
    yield part;
  }
}
