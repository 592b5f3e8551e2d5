import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { CHALLENGE_HEADER, PROOF_HEADER, proofOf } from '../../src/connect/proof.js';
import { type ProblemCode, problem, STATUSES } from '../../src/http/answers/problem.js';

/** A request that a fake vault has received. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it as they please.
  readonly body: any;
}

interface FakeSession {
  readonly id: string;
  state: 'active' | 'ended';
  goal?: string;
  summary?: string;
}

/** A vault in the process of a test, which does as it is told. */
export interface FakeVault {
  readonly url: string;
  readonly received: Received[];
  /** One for each `client_ref`, with its goal and its summary. */
  readonly sessions: Map<string, FakeSession>;
  /** One for each `Idempotency-Key`, and for each content in a session. */
  readonly notes: Map<string, { title: string; content: string; session_id?: string }>;
  /**
   * What it does with requests: answers, takes them and is silent, answers with a problem of a code, or leaves the answer to
   * a proxy before it.
   */
  does: 'answer' | 'hang' | 'take, but be silent' | ProblemCode | { status: number; text: string };
  /** What it does with one request instead, if anything. */
  instead(received: Received): FakeVault['does'] | undefined;
  /** By which it proves itself to who looks for a service; without one, it is none. */
  secret: string | undefined;
  /** What the tool `memory_context` answers. */
  context: string;
  /** Called when it has done what a request asks for, before it answers. */
  beforeAnswer(received: Received): void;
}

/** Starts a fake vault. It keeps sessions and notes as the service does, by `client_ref`, `Idempotency-Key` and content. */
export async function fakeVault(): Promise<FakeVault> {
  const server = createServer((request, response) => {
    void handle(vault, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const vault: FakeVault = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    sessions: new Map(),
    notes: new Map(),
    does: 'answer',
    instead: () => undefined,
    secret: undefined,
    context: 'project: shop (env)',
    beforeAnswer() {},
  };
  return vault;
}

async function handle(vault: FakeVault, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}');
  const { method = '', url: path = '', headers } = request;
  const received = { method, path, headers, body };
  vault.received.push(received);
  const does = vault.instead(received) ?? vault.does;
  if (does === 'hang') return;
  if (path === '/healthz' && vault.secret !== undefined) {
    const proof = proofOf(vault.secret, String(headers[CHALLENGE_HEADER]));
    response.setHeader(PROOF_HEADER, proof).end('{"status":"ok"}');
    return;
  }
  if (typeof does === 'object') {
    response.writeHead(does.status).end(does.text);
    return;
  }
  const [status, answer] =
    does === 'answer' || does === 'take, but be silent'
      ? answerTo(vault, path, headers, body)
      : [STATUSES[does], problem(does, 'as told', 'request-1')];
  if (does === 'take, but be silent') return;
  vault.beforeAnswer(received);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}

function answerTo(
  vault: FakeVault,
  path: string,
  headers: Received['headers'],
  body: Received['body'],
): readonly [number, unknown] {
  if (path === '/mcp') {
    const result = { content: [{ type: 'text', text: vault.context }], resultType: 'complete' };
    return [200, { jsonrpc: '2.0', id: body.id, result }];
  }
  if (path === '/api/v1/sessions') {
    const ref: string = body.client_ref;
    const found = vault.sessions.get(ref);
    const session: FakeSession = found ?? {
      id: `session-of-${ref?.replace(/ \((\d+)\)$/, '-$1')}`,
      state: 'active',
    };
    vault.sessions.set(ref, session);
    if (session.state !== 'ended') session.goal ??= body.goal;
    return [200, session];
  }
  if (path === '/api/v1/observations') {
    const key = String(headers['idempotency-key']);
    const same = [...vault.notes].find(
      ([other, { content, session_id }]) =>
        other !== key && content === body.content && session_id === body.session_id,
    );
    if (same) return [200, { deduplicated: true, existing_id: `note-of-${same[0]}` }];
    if (!vault.notes.has(key)) vault.notes.set(key, body);
    return [200, { id: `note-of-${key}` }];
  }
  const session = [...vault.sessions.values()].find(({ id }) => path === `/api/v1/sessions/${id}`);
  if (!session) return [404, { status: 404, code: 'not_found', detail: 'no such session' }];
  if (session.state === 'ended' && session.summary !== body.summary) {
    const other = problem('session_ended', 'it has ended with another summary', 'request-1');
    return [other.status, other];
  }
  session.state = 'ended';
  session.summary = body.summary;
  return [200, session];
}
