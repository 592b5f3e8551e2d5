import canonical from 'fast-json-stable-stringify';
import type { Meta } from '../../events/recorded.js';
import { type StoredName, shownId, shownRequest, storedId, storedRequest } from './storedNames.js';

/** The columns `actor`, `request` and `run` of an event. */
export type StoredMeta = readonly [
  actor: string,
  request: StoredName | null,
  run: StoredName | null,
];

/** The meta of an event as columns. What has other members than ours is kept whole, as canonical JSON in `actor`. */
export function storedMeta(meta: Meta): StoredMeta {
  const { actor, request_id, run, ...others } = meta;
  const isOurs = Object.keys(others).length === 0 && !isWhole(actor);
  if (!isOurs) return [canonical(meta), null, null];
  return [
    actor,
    request_id === undefined ? null : storedRequest(request_id),
    run === undefined ? null : storedId(run),
  ];
}

/** The columns as `inText` gives them. */
export interface ShownMeta {
  readonly actor: string;
  readonly request: string | null;
  readonly run: string | null;
}

export function shownMeta({ actor, request, run }: ShownMeta): Meta {
  if (isWhole(actor)) return JSON.parse(actor);
  return {
    actor,
    ...(request !== null && { request_id: shownRequest(request) }),
    ...(run !== null && { run: shownId(run) }),
  };
}

/** The canonical JSON of `shownMeta`. */
export function shownMetaJson({ actor, request, run }: ShownMeta): string {
  if (isWhole(actor)) return actor;
  const requestId =
    request === null ? '' : `,"request_id":${JSON.stringify(shownRequest(request))}`;
  const runId = run === null ? '' : `,"run":${JSON.stringify(shownId(run))}`;
  return `{"actor":${JSON.stringify(actor)}${requestId}${runId}}`;
}

/** Tells JSON from a name: no name of an actor begins with a brace. */
const isWhole = (actor: string) => actor.startsWith('{');
