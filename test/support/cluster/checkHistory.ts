import { checkChainOf, type LogRow } from './checkChainOf.js';
import type { Asked, Operation } from './operation.js';
import { type StateAt, statesOf } from './statesOf.js';

/** What callers saw, and what was there at the end. */
export interface History {
  readonly operations: readonly Operation[];
  readonly log: readonly LogRow[];
  /** The copies of the nodes by name, all of which have caught up. */
  readonly copies: Readonly<Record<string, readonly LogRow[]>>;
}

/**
 * All that contradicts strict serializability: the log is the order, so nothing has to be searched. An operation may have been
 * decided at every end of the log between what was acknowledged before it began and what began after it had ended.
 */
export function checkHistory({ operations, log, copies }: History): string[] {
  const byRequest = new Map(operations.map((one) => [one.request, one]));
  const begins = firstBegins(operations);
  const beginOf = ({ key, begin }: Operation) => begins.get(key ?? '') ?? begin;
  const events = grouped(log, ({ meta }) => meta.request_id ?? '');
  const askedBy = (row: LogRow) => byRequest.get(row.meta.request_id ?? '')?.asked;
  const states = statesOf(log, askedBy);
  const acknowledged = operations.flatMap(({ end, answer }) =>
    answer.status === 'done' ? [{ time: end, position: answer.position }] : [],
  );
  const began = log.flatMap((row) => {
    const owner = byRequest.get(row.meta.request_id ?? '');
    return owner ? [{ time: owner.begin, position: row.position }] : [];
  });
  /** The log had at least, and at most, so many events at a time. */
  const least = (time: number) =>
    Math.max(0, ...acknowledged.flatMap((one) => (one.time < time ? [one.position] : [])));
  const most = (time: number) =>
    Math.min(log.length, ...began.flatMap((one) => (one.time > time ? [one.position - 1] : [])));

  function problemOf(one: Operation): string | undefined {
    const { asked, answer, request, end } = one;
    const own = events.get(request) ?? [];
    if (own.length > 1) return 'it is in the log more than once';
    const [event] = own;
    if (event && event.position <= least(one.begin))
      return 'it is before what was acknowledged first';
    if (event && !isRight(states, asked, event))
      return 'it was recorded against the state of the log';
    if (answer.status === 'unknown') return undefined;
    const [from, to] = [least(beginOf(one)), most(end)];
    switch (answer.status) {
      case 'not stored':
        return event && 'it is in the log, but was refused';
      case 'refused':
        if (event) return 'it is in the log, but was refused';
        return isSomewhere(from, to, (at) =>
          answer.code === 'forgotten' ? isSpent(one, at) : refuses(states, asked, answer.code, at),
        )
          ? undefined
          : `it was refused with ${answer.code} against every state from ${from} to ${to}`;
      case 'done': {
        if (asked.kind === 'read')
          return answer.position < asked.least || answer.position > to
            ? `it saw position ${answer.position}`
            : undefined;
        const at = log[answer.position - 1];
        if (!at?.stream.endsWith(`/${answer.id}`)) return 'what was acknowledged is not there';
        if (answer.position > to) return 'it was answered with what came later';
        if (answer.appended) {
          const owner = byRequest.get(at.meta.request_id ?? '');
          const isIts = owner === one || (one.key !== undefined && owner?.key === one.key);
          return isIts ? undefined : 'what was acknowledged is the event of another one';
        }
        if (event) return 'it is in the log, but was answered as already there';
        return isSomewhere(from, to, (position) => isThere(states, asked, answer.id, position))
          ? undefined
          : `it was answered as already there, which is so nowhere from ${from} to ${to}`;
      }
    }
  }

  /**
   * Whether the key of an operation led to a note that is forgotten by then: with its event, or as an answer without one. Of such
   * an answer that was lost, also within a node, nobody knows which note it was about: any that a save may have been answered with.
   */
  function isSpent({ key, asked }: Operation, at: number): boolean {
    const same = operations.filter((one) => key !== undefined && one.key === key);
    const named = same.flatMap(({ answer }) => (answer.status === 'done' ? [answer.id] : []));
    const own = same.flatMap(({ request }) => events.get(request) ?? []);
    const alike = log.filter(({ stream, position }) => {
      const said = states.note(stream.slice(stream.indexOf('/') + 1), position);
      const isSave = asked.kind === 'save';
      return isSave && said?.session === asked.session && said.content === asked.content;
    });
    const ids = [...own, ...alike].map(({ stream }) => stream.slice(stream.indexOf('/') + 1));
    return key !== undefined && [...named, ...ids].some((id) => wasForgotten(id, at));
  }

  const wasForgotten = (id: string, at: number) =>
    log.some(
      ({ stream, type, position }) =>
        position <= at && type === 'observation.forgotten' && stream.endsWith(`/${id}`),
    );

  const ofOperations = operations.flatMap((one) => {
    const problem = problemOf(one);
    return problem
      ? [`${one.request} ${JSON.stringify(one.asked)} on ${one.node}: ${problem}`]
      : [];
  });
  return [
    ...checkChainOf(log),
    ...ofOperations,
    ...repeatedKeys(log, byRequest),
    ...goingBack(operations),
    ...Object.entries(copies).flatMap(([node, copy]) => differing(node, copy, log)),
  ];
}

function firstBegins(operations: readonly Operation[]): ReadonlyMap<string, number> {
  const begins = new Map<string, number>();
  for (const { key, begin } of operations)
    if (key) begins.set(key, Math.min(begin, begins.get(key) ?? begin));
  return begins;
}

function isSomewhere(from: number, to: number, is: (position: number) => boolean): boolean {
  for (let position = from; position <= to; position++) if (is(position)) return true;
  return false;
}

/** Whether an event could be recorded where it is. */
function isRight(states: StateAt, asked: Asked, { position, stream }: LogRow): boolean {
  const before = position - 1;
  switch (asked.kind) {
    case 'save':
      return asked.force || !states.holds(asked.session, asked.content, before);
    case 'revise':
    case 'forget':
      return states.note(asked.id, before) !== undefined && stream.endsWith(asked.id);
    case 'endSession':
      return states.session(asked.id, before)?.summary === undefined;
    case 'startSession':
      return true;
    case 'read':
      return false;
  }
}

/** Whether a refusal is right at an end of the log. */
function refuses(states: StateAt, asked: Asked, code: string, at: number): boolean {
  switch (asked.kind) {
    case 'revise':
    case 'forget':
      return code === 'not_found' && states.note(asked.id, at) === undefined;
    case 'endSession': {
      const session = states.session(asked.id, at);
      if (code === 'not_found') return session === undefined;
      return (
        code === 'session_ended' &&
        session?.summary !== undefined &&
        session.summary !== asked.summary
      );
    }
    case 'save':
    case 'startSession':
    case 'read':
      return false;
  }
}

/** Whether nothing had to change at an end of the log, because `id` already is as it was asked for. */
function isThere(states: StateAt, asked: Asked, id: string, at: number): boolean {
  switch (asked.kind) {
    case 'save': {
      const note = states.note(id, at);
      return note?.session === asked.session && note.content === asked.content;
    }
    case 'revise':
      return states.note(asked.id, at)?.content === asked.content;
    case 'endSession':
      return states.session(asked.id, at)?.summary === asked.summary;
    case 'forget':
    case 'startSession':
    case 'read':
      return false;
  }
}

/** Keys with two events; unless the first was forgotten, and its key with it. */
function repeatedKeys(
  log: readonly LogRow[],
  byRequest: ReadonlyMap<string, Operation>,
): readonly string[] {
  const first = new Map<string, LogRow>();
  return log.flatMap((row) => {
    const key = byRequest.get(row.meta.request_id ?? '')?.key;
    const before = key === undefined ? undefined : first.get(key);
    if (key !== undefined) first.set(key, row);
    const isForgotten = log
      .slice(before?.position ?? 0, row.position)
      .some(({ stream, type }) => stream === before?.stream && type.endsWith('.forgotten'));
    return before && !isForgotten
      ? [`events ${before.position} and ${row.position} have one key`]
      : [];
  });
}

/** Nodes that showed a position, and then an earlier one. */
function goingBack(operations: readonly Operation[]): readonly string[] {
  const reads = operations.filter(
    ({ asked, answer }) => asked.kind === 'read' && answer.status === 'done',
  );
  return [...grouped(reads, ({ node }) => node)].flatMap(([node, all]) =>
    all.flatMap((one) => {
      const position = positionOf(one);
      const isLater = (other: Operation) => other.end < one.begin && positionOf(other) > position;
      return all.some(isLater) ? [`${node} went back to position ${position}`] : [];
    }),
  );
}

const positionOf = ({ answer }: Operation) => (answer.status === 'done' ? answer.position : 0);

function differing(
  node: string,
  copy: readonly LogRow[],
  log: readonly LogRow[],
): readonly string[] {
  const at = log.findIndex((row, i) => JSON.stringify(row) !== JSON.stringify(copy[i]));
  if (at >= 0) return [`the copy of ${node} differs at position ${at + 1}`];
  return copy.length > log.length ? [`the copy of ${node} has more than the log`] : [];
}

function grouped<T>(all: readonly T[], nameOf: (one: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(nameOf(one));
    if (group) group.push(one);
    else groups.set(nameOf(one), [one]);
  }
  return groups;
}
