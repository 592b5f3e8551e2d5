import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterNode } from './cluster.js';
import type { History } from './history.js';
import type { Asked } from './operation.js';
import { type Answered, request, type Sent } from './request.js';

/** What all clients of a history have in common. */
export interface ClientContext {
  readonly nodes: readonly ClusterNode[];
  readonly history: History;
  /** From 0 to 1. */
  readonly random: () => number;
  /** True when no client is to begin anything new. */
  isOver(): boolean;
  /** True when nobody waits for an answer any more: what is under way stays unknown. */
  isLate(): boolean;
  /** Work sessions in which several clients save the same notes. */
  readonly sharedSessions: readonly string[];
  /** Makes what is no secret to the filter of the nodes, but to that of the scrubber. */
  newSecret(): string;
}

/** The tools of one client, which asks nodes at random. */
export interface Client {
  readonly context: ClientContext;
  anyNode(): ClusterNode;
  pick<T>(all: readonly T[]): T | undefined;
  /**
   * Writes: tries on one node after the other, with the same Idempotency-Key, until one of them says how it went. Undefined
   * when the client gave up before. `tries` counts them.
   */
  write(
    asked: Asked | undefined,
    sent: Sent,
  ): Promise<(Answered & { readonly tries: number }) | undefined>;
  /** Asks any node once for a position of at least `least`, see `Asked`. */
  look(): Promise<void>;
  /** The last position that this client was told of. */
  position(): number;
  broken(what: string): void;
}

/** Share of the tries without an answer after which a client gives up. */
const GIVES_UP = 0.1;
const PAUSE_MS = 30;

export function newClient(context: ClientContext): Client {
  const { nodes, history, random } = context;
  let known = 0;

  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
  const anyNode = () => {
    const node = pick(nodes);
    if (!node) throw new Error('there are no nodes');
    return node;
  };

  /** One request, recorded. */
  async function attempt(asked: Asked | undefined, sent: Sent, key?: string) {
    const [node, id] = [anyNode(), randomUUID()];
    const copy = node.copy();
    const headers = { ...sent.headers, 'x-request-id': id, ...(key && { 'idempotency-key': key }) };
    const begin = performance.now();
    const answer = await request(node, { ...sent, headers });
    const end = answer ? performance.now() : Number.POSITIVE_INFINITY;
    if (asked) history.attempts.push({ node: copy, begin, end, asked, request: id, key, answer });
    return answer;
  }

  return {
    context,
    anyNode,
    pick,
    async write(asked, sent) {
      const key = sent.method === 'POST' ? randomUUID() : undefined;
      for (let tries = 1; ; tries++) {
        const answer = await attempt(asked, sent, key);
        if (answer && answer.status < 500) {
          if (answer.status < 300) history.acknowledged.push(performance.now());
          known = Math.max(known, answer.position ?? 0);
          return { ...answer, tries };
        }
        if (context.isLate() || random() < GIVES_UP) {
          history.unknown += 1;
          return undefined;
        }
        await sleep(PAUSE_MS * (1 + random()));
      }
    },
    async look() {
      const headers = { 'x-min-position': String(known) };
      const sent: Sent = { method: 'GET', path: '/admin/log', headers, asOwner: true };
      await attempt({ kind: 'read', least: known }, sent);
    },
    position: () => known,
    broken: (what) => void history.broken.push(what),
  };
}
