import { z } from 'zod';
import type { Parts } from '../app/app.js';
import type { Vault } from '../app/vault.js';
import { performAct } from '../commands/administration.js';
import type { RequestContext } from '../commands/handle.js';
import { actorOf, type Caller } from '../domain/caller.js';
import { membersOf } from '../domain/json.js';
import { parsed, rejectionOf } from '../domain/parse.js';
import { Rejection } from '../domain/rejection.js';
import { inParts } from './answers/inParts.js';
import { atPosition } from './answers/successAnswers.js';
import { authorize } from './door/authorize.js';
import { meantProject, type Naming, repositoryIn } from './door/repositories.js';
import { namingTeam, visibilityOf, walledMember } from './door/walls.js';
import { positionHeader } from './request/parameters.js';
import { misencodedIn } from './request/url.js';
import {
  ALWAYS_ANSWERED,
  type AnswerHead,
  type Asked,
  audienceOf,
  type Call,
  type Route,
  readsViews,
  takesKey,
} from './route.js';

/** Longest wait for `X-Min-Position`, in milliseconds. */
const MAX_WAIT_MS = 2000;

/**
 * Answers a request of `caller` to a route: validation, read-your-writes, then the handler. Sets the head of the answer, and
 * resolves with its body: a stream, a text, or what is sent as JSON. Rejects with what the route refuses.
 */
export async function answer(
  parts: Parts,
  route: Route,
  { caller, request, reply, whenOver }: Pick<Call, 'caller' | 'request' | 'reply' | 'whenOver'>,
): Promise<unknown> {
  const { vault, upkeep, access } = parts;
  const asked = parseRequest(route, request);
  // Most requests name nothing there, and wait for nothing.
  const hasNames = holdsNames(asked.params) || holdsNames(asked.query);
  const stored = hasNames ? await withStoredNames(vault, asked) : asked;
  if (readsViews(route)) await waitForPosition(vault, request);
  const context = contextOf(vault, caller, route, request);
  const sees = visibilityOf(caller, vault.config);
  const team = walledMember(caller, vault.config)?.team;
  const parsed = await withMeantProjects(route, request, stored, {
    vault,
    sees,
    team: (named) => namingTeam(caller, vault.config, named),
    // A token that is bound to projects makes none.
    binds: route.method === 'GET' || sees.projects ? undefined : context.meta,
  });
  const recheck = async () => authorize(parts, route, request);
  const handle = async () => {
    const [status, another] = Object.keys(route.answers);
    if (status !== undefined && another === undefined) reply.code(Number(status));
    // Member by member: to spread two objects into one of this size takes V8 9 µs, and 22 for a lone request.
    const body = await route.handle({
      vault,
      upkeep,
      access,
      route,
      params: parsed.params,
      query: parsed.query,
      body: parsed.body,
      caller,
      sees,
      ownTeam: team,
      context,
      execute: executeIn(vault, context, reply),
      recheck,
      request,
      reply,
      whenOver,
    });
    return { status: reply.statusCode, body };
  };
  const act = route.act && { act: route.act, detail: detailOf(route, parsed) };
  const { status, body } = await (act
    ? performAct(vault.executor, act, context, handle, () => route.assertPossible?.(upkeep))
    : handle());
  reply.code(status);
  return inParts(body, reply, recheck);
}

/** Makes `Call.execute`. */
function executeIn(vault: Vault, inContext: RequestContext, reply: AnswerHead): Call['execute'] {
  return async (command, input, context = inContext) => {
    const outcome = await vault.executor.execute(command, input, context);
    if (!context.dryRun) atPosition(reply, outcome.position);
    return outcome;
  };
}

/** Parameters whose values are stored only after the privacy filter, so that they must pass it to be found again. */
const FILTERED: ReadonlySet<string> = new Set([
  'project',
  'team',
  'country',
  'author',
  'tag',
  'name',
]);

/** True where one of these parameters is given. */
function holdsNames(values: unknown): values is object {
  if (typeof values !== 'object' || values === null) return false;
  for (const name in values) if (FILTERED.has(name)) return true;
  return false;
}

/** A parsed request in which the names in path and query are as the vault stores them. Commands do it for the body. */
async function withStoredNames(
  { filter }: Vault,
  parsed: ReturnType<typeof parseRequest>,
): Promise<ReturnType<typeof parseRequest>> {
  const stored = async (values: unknown) => {
    if (!holdsNames(values)) return values;
    const entries = Object.entries(values).map(async ([name, value]) => {
      const isName = FILTERED.has(name) && typeof value === 'string';
      return [name, isName ? (await filter(value)).text : value] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  };
  return { ...parsed, params: await stored(parsed.params), query: await stored(parsed.query) };
}

/**
 * A parsed request that names projects as they are called here, whatever name of a repository it came with. What admins do is done to the
 * project that they name.
 */
async function withMeantProjects(
  route: Route,
  request: Asked,
  parsed: ReturnType<typeof parseRequest>,
  naming: Omit<Naming, 'team'> & { readonly team: (named?: string) => string | undefined },
): Promise<ReturnType<typeof parseRequest>> {
  if (audienceOf(route) !== 'data') return parsed;
  const repository = repositoryIn(request);
  const meant = async (values: unknown) => {
    const { project, dry_run, team: named } = membersOf(values);
    if (typeof project !== 'string' || (repository === undefined && !project.includes('/')))
      return values;
    const team = naming.team(typeof named === 'string' ? named : undefined);
    const binds = dry_run === true ? undefined : naming.binds;
    const meant = await meantProject(project, repository, { ...naming, team, binds });
    return meant === project ? values : { ...membersOf(values), project: meant };
  };
  const { params, query, body } = parsed;
  return { params: await meant(params), query: await meant(query), body: await meant(body) };
}

/**
 * With `X-Min-Position: n`, waits until the read models have applied event n. Throws `not_ready` after `MAX_WAIT_MS`, and
 * at once when the log has no event n: nobody was told of one that is not there, and waiting requests take places.
 */
async function waitForPosition(vault: Vault, request: Asked): Promise<void> {
  const least = positionHeader(request, 'X-Min-Position');
  if (least === undefined) return;
  // Looks on other nodes as well, which may have written it.
  if (!(await vault.log.reach(least, 0))) {
    const { position: last } = await vault.log.head();
    throw new Rejection('not_ready', `X-Min-Position: ${least}: the log has only ${last} events`);
  }
  if (await vault.readModels.waitFor(least, MAX_WAIT_MS)) return;
  throw new Rejection('not_ready', `the read models have not applied event ${least} yet`);
}

/** The parameters of an act: the parts of the request for which the route has a schema. */
function detailOf(route: Route, parsed: ReturnType<typeof parseRequest>): Record<string, unknown> {
  const parts = (['params', 'query', 'body'] as const).map((part) => route[part] && parsed[part]);
  return Object.assign({}, ...parts);
}

function contextOf(
  { config }: Vault,
  caller: Caller,
  route: Route,
  request: Asked,
): RequestContext {
  const request_id = requestMetaId(request.id);
  const actor = actorOf(caller);
  const key = takesKey(route) ? idempotencyKey(request) : undefined;
  // The same key of another member or token is another key: what it answers may be personal. A header cannot hold a line break.
  const isOwn = key !== undefined && (caller.kind === 'member' || caller.token !== undefined);
  return {
    meta: { actor, request_id },
    // Also where members read everything: a note of another team is no duplicate, since that team may forget it.
    sees: visibilityOf(caller, { ...config, sharedReading: false }),
    idempotencyKey: isOwn ? `${actor}\n${key}` : key,
  };
}

const RANDOM_LOOKING =
  /^(?:[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/i;

/**
 * The id for the log; undefined when it must not be stored. Envelopes are never erased, so only UUIDs and ULIDs are
 * allowed: any other text in the header could be a name or a secret.
 */
function requestMetaId(id: string): string | undefined {
  return RANDOM_LOOKING.test(id) ? id : undefined;
}

function idempotencyKey(request: Asked): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)))
    return key;
  throw new Rejection(
    'invalid_parameter',
    'Idempotency-Key: must be 1 to 255 visible ASCII characters',
  );
}

/** Parses path, query and body. Throws one `Rejection` with the errors of all three. */
export function parseRequest(
  route: Route,
  request: Pick<Asked, 'originalUrl' | 'params' | 'query' | 'body'>,
) {
  refuseMisencoded(request.originalUrl);
  const params = part(route.params, request.params);
  const query = part(queryOf(route), request.query);
  const body = part(route.body ?? NO_BODY, request.body);
  if (!params.errors && !query.errors && !body.errors)
    return { params: params.data, query: query.data, body: body.data };
  const inHead = [...(params.errors ?? []), ...(query.errors ?? [])];
  const code = inHead.length === 0 ? 'invalid_payload' : 'invalid_parameter';
  throw rejectionOf([...inHead, ...(body.errors ?? [])], code);
}

const NO_QUERY = z.strictObject({});
const NO_BODY = NO_QUERY.nullish();

const part = (schema: z.ZodType | undefined, value: unknown) =>
  schema ? parsed(schema, value) : { data: value };

/** Probes of monitoring may add what they like: one that is refused would take a sound service out of use. */
function queryOf({ path, query }: Route): z.ZodType | undefined {
  return ALWAYS_ANSWERED.includes(path) ? query : (query ?? NO_QUERY);
}

/** What is no UTF-8 would be searched for, or kept, as another text than the caller meant. */
function refuseMisencoded(url: string): void {
  const errors = misencodedIn(url).map((name) => ({
    path: `/${name}`,
    message: 'must be percent-encoded UTF-8',
  }));
  if (errors.length > 0) throw rejectionOf(errors, 'invalid_parameter');
}
