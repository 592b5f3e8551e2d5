import { ADMIN_KEY } from '../outside/ask.js';

/** Follows the log as a stream until the signal; returns the number of events, and whether one was missing. */
export async function followLog(
  url: string,
  signal: AbortSignal,
): Promise<{ readonly events: number; readonly hasGap: boolean }> {
  let last = 0;
  let hasGap = false;
  try {
    const { body } = await fetch(`${url}/admin/events?after=0`, {
      headers: { 'x-admin-key': ADMIN_KEY, accept: 'text/event-stream' },
      signal,
    });
    let rest = '';
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [, id] = /^id: (\d+)$/.exec(line) ?? [];
        if (id === undefined) continue;
        // The first message and those without an event repeat where the reader is.
        hasGap ||= ![last, last + 1].includes(Number(id));
        last = Number(id);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return { events: last, hasGap };
}
