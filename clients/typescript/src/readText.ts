/** The text of an answer as it arrives. Leaving the loop closes the connection. */
export async function* readText(response: Response): AsyncGenerator<string> {
  // Not every browser can iterate over a stream.
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    // Does nothing at the end; of a stream that failed, it only repeats the failure.
    await reader.cancel().catch(() => {});
  }
}
