import type { App } from '../../src/app/app.js';
import { testServer } from './testServer.js';

/** A message of a stream of server-sent events: its id, and the JSON of its data. */
export interface Message {
  readonly id?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Uses a real socket, because `inject` would wait for the end of the stream. */
export async function served(app: App) {
  const server = await testServer(app);
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return { server, url };
}

/** Opens a stream. */
export async function listenAs(url: string, headers: Readonly<Record<string, string>>) {
  const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers } });
  const messages = response.body ? messagesOf(response.body) : undefined;
  return {
    response,
    /** The next messages that have data; fewer where the stream ends before. */
    async take(count: number): Promise<Message[]> {
      const taken: Message[] = [];
      while (taken.length < count) {
        const next = await messages?.next();
        if (!next || next.done) break;
        taken.push(next.value);
      }
      return taken;
    },
  };
}

async function* messagesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Message> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const { id, data } of parts.map(fieldsOf)) {
      if (data !== undefined) yield { ...(id !== undefined && { id }), data: JSON.parse(data) };
    }
  }
}

// A comment has neither id nor data.
const fieldsOf = (part: string): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    part.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
  );
