import type { LogRow } from './checkChainOf.js';
import type { Answer, Asked, Operation } from './operation.js';
import type { Answered } from './request.js';

/** One request to one node, and what came back. Moments are those of `performance.now()` of this process. */
export interface Attempt extends Omit<Operation, 'answer'> {
  readonly asked: Asked;
  /** Undefined when no answer came. */
  readonly answer: Answered | undefined;
}

/** What clients did, and what they saw. */
export interface History {
  readonly attempts: Attempt[];
  /** When a write was acknowledged. */
  readonly acknowledged: number[];
  /** How many writes ended without an answer. */
  unknown: number;
  /** Reads of own writes on any node, by how they were answered. */
  readonly reads: { right: number; notReady: number };
  /** Words that have to be gone from every file in the end. */
  readonly forgotten: string[];
  /** Logins that were closed, and then asked for on every node. */
  closedLogins: number;
  /** Promises that clients saw broken. */
  readonly broken: string[];
}

export const emptyHistory = (): History => ({
  attempts: [],
  acknowledged: [],
  unknown: 0,
  reads: { right: 0, notReady: 0 },
  forgotten: [],
  closedLogins: 0,
  broken: [],
});

/** The attempts as the checker takes them. Whether one wrote an event, the answer does not always say: then the log does. */
export function operationsOf(
  { attempts }: Pick<History, 'attempts'>,
  log: readonly LogRow[],
): Operation[] {
  const requestAt = (position: number) => log[position - 1]?.meta.request_id;
  const keyOf = new Map(attempts.map(({ request, key }) => [request, key]));
  return attempts.map((attempt): Operation => {
    const { answer, asked, request, key } = attempt;
    const isOwn = (position: number) => {
      const by = requestAt(position);
      return by === request || (key !== undefined && by !== undefined && keyOf.get(by) === key);
    };
    return { ...attempt, answer: meaningOf(asked, answer, isOwn) };
  });
}

function meaningOf(
  asked: Asked,
  answer: Answered | undefined,
  isOwn: (position: number) => boolean,
): Answer {
  if (!answer) return { status: 'unknown' };
  const { status, body = {} } = answer;
  if (status >= 500) {
    const wasStored = asked.kind !== 'read' && !String(body.detail).includes('nothing was stored');
    return { status: wasStored ? 'unknown' : 'not stored' };
  }
  if (status >= 400) return { status: 'refused', code: String(body.code) };
  const position = Number(asked.kind === 'read' ? body.head : answer.position);
  switch (asked.kind) {
    case 'read':
      return { status: 'done', appended: false, id: '', position };
    case 'save': {
      const appended = body.id !== undefined;
      return { status: 'done', appended, id: String(body.id ?? body.existing_id), position };
    }
    case 'startSession':
      return { status: 'done', appended: body.existing !== true, id: String(body.id), position };
    case 'revise':
    case 'forget':
    case 'endSession':
      return { status: 'done', appended: isOwn(position), id: asked.id, position };
  }
}

/** The longest of the times between a moment and the next one, of those that touch a span. */
export function longestSilence(moments: readonly number[], from: number, to: number): number {
  const sorted = [...moments].sort((one, other) => one - other);
  const silences = sorted.map((at, i) => {
    const before = sorted[i - 1] ?? at;
    return at >= from && before <= to ? at - before : 0;
  });
  return Math.max(0, ...silences);
}
