import { ADMIN_KEY, type NodeProcess } from './nodeProcess.js';

/** A request to a node. */
export interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the owner asks. */
  readonly asOwner?: boolean;
}

export interface Answered {
  readonly status: number;
  /** X-Log-Position. */
  readonly position: number | undefined;
  /** Parsed JSON; undefined without a body. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** Long for an answer, short beside a plan: whoever waits longer asks another node. */
const PATIENCE_MS = 6000;

/** Asks a node once. Undefined when no answer comes. */
export async function request(
  node: Pick<NodeProcess, 'url'>,
  { method, path, body, headers = {}, asOwner = false }: Sent,
): Promise<Answered | undefined> {
  const url = node.url();
  if (url === undefined) return undefined;
  try {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...headers,
        ...(asOwner && { 'x-admin-key': ADMIN_KEY }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await answer.text();
    const position = answer.headers.get('x-log-position');
    return {
      status: answer.status,
      position: position === null ? undefined : Number(position),
      body: text === '' ? undefined : JSON.parse(text),
    };
  } catch {
    return undefined;
  }
}
