import type { Written } from './dialect.js';

/** A stream of events. One with a `type` in its data is named after it, as Anthropic and OpenAI do. */
export function serverSentEvents(events: readonly (object | string)[]): Written {
  const lines = events.map((data) => {
    if (typeof data === 'string') return `data: ${data}\n\n`;
    const name = 'type' in data ? `event: ${data.type}\n` : '';
    return `${name}data: ${JSON.stringify(data)}\n\n`;
  });
  return { contentType: 'text/event-stream', body: lines.join('') };
}

/** An answer in one piece. */
export function json(value: object): Written {
  return { contentType: 'application/json', body: JSON.stringify(value) };
}
