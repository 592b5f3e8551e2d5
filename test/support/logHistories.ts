import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { digestedId } from '../../src/domain/ids.js';
import type { DedupKey } from '../../src/events/recorded.js';
import { refKey } from '../../src/events/session.js';
import type { Batch, IdempotencyRecord, NewEvent } from '../../src/log/eventLog.js';
import { redacted } from './redacted.js';
import { NOW } from './testApp.js';

// Histories of a log, as batches of events: all that has guards, and all that erases. There are few names and texts, so
// that they collide.

/** One step. `which` chooses among what there is. */
export interface LogStep {
  readonly do: 'save' | 'revise' | 'forget' | 'erase' | 'redact' | 'start' | 'drop' | 'answer';
  readonly which: number;
  readonly text: 'a' | 'b' | 'c';
  readonly scope: 0 | 1 | 2;
  /** Sent with an Idempotency-Key. */
  readonly keyed: boolean;
}

const kind = <D extends LogStep['do']>(does: D) =>
  fc.record({
    do: fc.constant(does),
    which: fc.nat({ max: 7 }),
    text: fc.constantFrom('a' as const, 'a' as const, 'b' as const, 'c' as const),
    scope: fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const, 2 as const),
    keyed: fc.boolean(),
  });

/** Steps in any order, mostly saves. */
export const logSteps: fc.Arbitrary<readonly LogStep[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: kind('save') },
    { weight: 4, arbitrary: kind('revise') },
    { weight: 2, arbitrary: kind('forget') },
    { weight: 2, arbitrary: kind('erase') },
    { weight: 4, arbitrary: kind('redact') },
    { weight: 2, arbitrary: kind('start') },
    { weight: 1, arbitrary: kind('drop') },
    { weight: 3, arbitrary: kind('answer') },
  ),
  { minLength: 4, maxLength: 30, size: 'max' },
);

const SCOPES = ['01KA5ZHQ7R9T1V3X5Z7B9D1F3H', '01KA5ZHQ7R9T1V3X5Z7B9D1F4J'];
/** The first two begin alike, as far as a guard keeps them. */
const HASHES = { a: 'aa01', b: 'aa02', c: 'cc03' };
const hashOf = (text: LogStep['text']) => HASHES[text].padEnd(64, '0');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** All that a stream of such a history may be found by. */
export const dedupKeys: readonly DedupKey[] = [
  ...SCOPES.flatMap((scope) => (['a', 'b', 'c'] as const).map((t) => ({ scope, hash: hashOf(t) }))),
  ...['a', 'b', 'c'].flatMap((client_ref) => refKey({ project: 'p', client_ref }) ?? []),
];

interface Written {
  readonly event: NewEvent;
  readonly scope: LogStep['scope'];
  isErased: boolean;
}

/** A history: what is appended together, and all keys of requests. */
export interface LogHistory {
  readonly batches: readonly Batch[];
  readonly keys: readonly string[];
  readonly streams: readonly string[];
}

/** The batches of steps, `size` steps each. Histories with different names share no id and no key. */
export function logHistory(steps: readonly LogStep[], size: number, name = ''): LogHistory {
  const written: Written[] = [];
  const versions = new Map<string, number>();
  const keys: string[] = [];
  const batches: Batch[] = [];

  /** The last event of each stream of a kind that was not forgotten. */
  const kept = (name: string) =>
    [...versions.keys()].filter((stream) => {
      const last = written.findLast(({ event }) => event.stream === stream)?.event.type ?? '';
      return stream.startsWith(`${name}/`) && !last.endsWith('.forgotten');
    });
  const chosen = <T>(from: readonly T[], which: number) => from[which % Math.max(from.length, 1)];

  function about(stream: string, keyed: boolean) {
    const version = (versions.get(stream) ?? 0) + 1;
    versions.set(stream, version);
    const n = written.length;
    const at = NOW + n;
    const request = keyed ? { key: newKey(), fingerprint: sha256(`print ${n}`) } : undefined;
    return {
      id: idAt(at, `event ${name}${n}`),
      stream,
      version,
      at,
      meta: { actor: 'test' },
      request,
    };
  }

  function newKey(): string {
    const key = sha256(`key ${name}${keys.length}`);
    keys.push(key);
    return key;
  }

  const said = (id: string, { text, scope }: LogStep) => ({
    id,
    session_id: SCOPES[scope] ?? null,
    type: 'task' as const,
    tags: [],
    redactions: [],
    title: redacted(text),
    content: redacted(text),
    content_hash: hashOf(text),
  });

  function started(id: string, { text, scope }: LogStep) {
    const ref = scope === 2 ? {} : { client_ref: redacted(text) };
    return { id, project: redacted('p'), redactions: [], ...ref };
  }

  function eventOf(step: LogStep): NewEvent | undefined {
    const { which, keyed } = step;
    switch (step.do) {
      case 'save': {
        // The time of most notes is that of their first event; that of others is not.
        const id = idAt(
          which === 0 ? NOW - 5 : NOW + written.length,
          `note ${name}${written.length}`,
        );
        return {
          ...about(`observation/${id}`, keyed),
          type: 'observation.saved',
          data: said(id, step),
        };
      }
      case 'revise': {
        const stream = chosen(kept('observation'), which);
        if (!stream) return undefined;
        const scope = written.find(({ event }) => event.stream === stream)?.scope ?? 0;
        const data = said(stream.slice('observation/'.length), { ...step, scope });
        return { ...about(stream, keyed), type: 'observation.revised', data };
      }
      case 'forget': {
        const stream = chosen(kept('observation'), which);
        if (!stream) return undefined;
        const id = stream.slice('observation/'.length);
        return {
          ...about(stream, keyed),
          type: 'observation.forgotten',
          data: { id, session_id: SCOPES[0] ?? null },
        };
      }
      case 'start': {
        const id = idAt(NOW + written.length, `session ${name}${written.length}`);
        return {
          ...about(`session/${id}`, keyed),
          type: 'session.started',
          data: started(id, step),
        };
      }
      case 'drop': {
        const stream = chosen(kept('session'), which);
        if (!stream) return undefined;
        const data = { id: stream.slice('session/'.length), project_key: 'key' };
        return { ...about(stream, keyed), type: 'session.forgotten', data };
      }
      case 'erase': {
        const target = chosen(targets(), which);
        if (!target) return undefined;
        return {
          ...about(`erasure/${target}`, false),
          type: 'event.forgotten',
          data: { position: target },
        };
      }
      case 'redact': {
        const position = chosen(targets(), which);
        const target = position && written[position - 1];
        if (!position || !target) return undefined;
        const { type, stream } = target.event;
        const id = stream.slice(stream.indexOf('/') + 1);
        // Other words, in the same session, or for the same session.
        const other = { ...step, scope: target.scope };
        const data = type === 'session.started' ? started(id, other) : said(id, other);
        return {
          ...about(`redaction/${position}`, keyed),
          type: 'event.redacted',
          data: { position, type, schema: 1, data },
        };
      }
      case 'answer':
        return undefined;
    }
  }

  /** Positions of events that say something, and that nobody forgot. */
  function targets(): readonly number[] {
    return written.flatMap(({ event, isErased }, i) =>
      isErased || /\.(forgotten|redacted)$/.test(event.type) ? [] : [i + 1],
    );
  }

  function erase(event: NewEvent): void {
    for (const [i, one] of written.entries()) {
      const isForgotten = /^(observation|session)\.forgotten$/.test(event.type);
      if (isForgotten && one.event.stream === event.stream) one.isErased = true;
      if (event.type === 'event.forgotten' && event.data.position === i + 1) one.isErased = true;
    }
  }

  for (let from = 0; from < steps.length; from += size) {
    const events: NewEvent[] = [];
    let answers: IdempotencyRecord[] = [];
    for (const step of steps.slice(from, from + size)) {
      const event = eventOf(step);
      if (event) {
        erase(event);
        const first = written.find((one) => one.event.stream === event.stream);
        written.push({ event, scope: first?.scope ?? step.scope, isErased: false });
        events.push(event);
        // As `pendingBatch`.
        if (/^(observation|session)\.forgotten$/.test(event.type))
          answers = answers.filter(({ stream }) => stream !== event.stream);
      }
      const stream = chosen([...kept('observation'), ...kept('session')], step.which);
      if (step.do === 'answer' && stream) {
        const version = versions.get(stream) ?? 0;
        const key = newKey();
        answers.push({ key, fingerprint: sha256(`print ${key}`), stream, version, position: null });
      }
    }
    batches.push({ events, answers, deduplicated: answers.length });
  }
  return { batches, keys, streams: [...versions.keys()] };
}

const idAt = (at: number, what: string) => digestedId(timeOf(at), what);

/** The ten characters of a ULID that say its time. */
function timeOf(at: number): string {
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  let text = '';
  for (let rest = at; text.length < 10; rest = Math.floor(rest / 32))
    text = letters[rest % 32] + text;
  return text;
}
