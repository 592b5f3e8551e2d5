import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { anthropicMessages } from './anthropicMessages.js';
import { chatCompletions } from './chatCompletions.js';
import type { Asked, Dialect, Reply } from './dialect.js';
import { geminiContent } from './geminiContent.js';
import { openAiResponses } from './openAiResponses.js';

/** A request of an agent to its model, with what it was answered. */
export interface ModelRequest extends Asked {
  readonly dialect: string;
  /** In milliseconds, on the clock of `performance.now()`. */
  readonly at: number;
  readonly reply: Reply;
}

/** A call that the model makes of a tool of this name, else of one that ends in it, because agents put the server's name before it. */
export interface ScriptedCall {
  readonly tool: string;
  /** It may depend on what the model was told, such as the id of its session. */
  readonly input: ToolInput | ((asked: Asked) => ToolInput);
}

type ToolInput = Record<string, unknown>;

/** What the model does in one run of an agent: the calls one after the other, then it says something. */
export interface ModelScript {
  readonly calls: readonly ScriptedCall[];
  readonly says: string;
}

export interface FakeModel {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** From now on the model follows another script. What was recorded before is dropped. */
  follow(script: ModelScript): void;
  /** All since the last script, in order. */
  readonly requests: readonly ModelRequest[];
  /** What was asked for and is no model, such as `POST /api/event`, and the hosts of others that an agent wanted: `CONNECT example.org:443`. */
  readonly others: readonly string[];
  close(): Promise<void>;
}

const DIALECTS: readonly Dialect[] = [
  anthropicMessages,
  openAiResponses,
  chatCompletions,
  geminiContent,
];

/** What is no tool of ours: small questions of agents, such as for the title of a conversation. */
const SMALL_TALK: Reply = { kind: 'say', text: '{"title": "Retries"}' };

/**
 * A model on the loopback address that speaks four dialects and follows a script. The recorded requests are the truth of
 * what reaches a model. It is a proxy that lets nobody out, too.
 */
export async function startFakeModel(): Promise<FakeModel> {
  let script: ModelScript = { calls: [], says: 'ok' };
  let requests: ModelRequest[] = [];
  let others: string[] = [];
  let turn = 0;

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      response.writeHead(500).end(String(error));
      others.push(`${request.method} ${request.url}: ${error}`);
    });
  });
  server.on('connect', (request, socket) => {
    others.push(`CONNECT ${request.url}`);
    // Who is refused may hang up at once.
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the model has no port');

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = performance.now();
    const path = new URL(request.url ?? '/', 'http://model').pathname;
    const text = await textOf(request);
    const dialect = DIALECTS.find((one) => request.method === 'POST' && one.speaks(path));
    if (dialect === undefined) {
      others.push(`${request.method} ${path}`);
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const body: unknown = JSON.parse(text);
    const asked = dialect.read(body);
    const reply = replyTo(asked, script);
    requests.push({ ...asked, dialect: dialect.name, at, reply });
    turn += 1;
    const written = dialect.write(reply, { streamed: dialect.streams(path, body), turn });
    response.writeHead(200, { 'content-type': written.contentType }).end(written.body);
  }

  return {
    url: `http://127.0.0.1:${address.port}`,
    follow(next) {
      script = next;
      requests = [];
      others = [];
    },
    get requests() {
      return requests;
    },
    get others() {
      return others;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** The next call of the script is the one that has no result yet. */
function replyTo(asked: Asked, { calls, says }: ModelScript): Reply {
  const { tools, toolResults } = asked;
  if (tools.length === 0) return SMALL_TALK;
  const next = calls[toolResults.length];
  if (next === undefined) return { kind: 'say', text: says };
  const tool =
    tools.find(({ name }) => name === next.tool) ??
    tools.find(({ name }) => name.endsWith(next.tool));
  if (tool === undefined) return { kind: 'say', text: `I have no tool ${next.tool}.` };
  const input = typeof next.input === 'function' ? next.input(asked) : next.input;
  return { kind: 'call', tool, input };
}

async function textOf(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8');
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
