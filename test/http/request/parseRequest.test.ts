import { expect, test } from 'vitest';
import { ArchiveLine } from '../../../src/domain/archive/archiveLine.js';
import { Observation } from '../../../src/domain/observation.js';
import { issueMessage } from '../../../src/domain/parse.js';
import { Rejection } from '../../../src/domain/rejection.js';
import { parseRequest } from '../../../src/http/answer.js';
import { ALWAYS_ANSWERED, type Route } from '../../../src/http/route.js';
import { nameOf, ROUTES } from '../../support/accessTable.js';
import { UNKNOWN_SESSION as ID, note } from '../../support/notes.js';

/** What is wrong with a request, by the pointers to it. */
function problemsOf(
  route: Route,
  sent: { query?: object; body?: unknown },
): Record<string, string> {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, ID]);
  const params = Object.fromEntries(names);
  try {
    parseRequest(route, { originalUrl: route.path, params, query: {}, body: undefined, ...sent });
    return {};
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return Object.fromEntries(error.errors?.map(({ path, message }) => [path, message]) ?? []);
  }
}

function routeOf(operationId: string): Route {
  const found = ROUTES.find((route) => route.operationId === operationId);
  if (!found) throw new Error(`there is no ${operationId}`);
  return found;
}

const probes = ROUTES.filter(({ path }) => ALWAYS_ANSWERED.includes(path));
// OAuth has clients send what a server does not know (RFC 6749, section 3.1).
const ignoring = ['authorizeApplication'];
const others = ROUTES.filter(
  (route) => !probes.includes(route) && !ignoring.includes(route.operationId),
);

test.each(others.map((route) => [nameOf(route), route] as const))(
  '%s refuses a parameter that it does not know',
  (_name, route) => {
    expect(problemsOf(route, { query: { zzz: '1' } })['/zzz']).toMatch(/^is not known/);
  },
);

test.each(probes.map((route) => [nameOf(route), route] as const))(
  '%s takes what a probe adds to its address',
  (_name, route) => {
    expect(problemsOf(route, { query: { zzz: '1' } })).toEqual({});
  },
);

/** Bodies that are read item by item, are files or forms, that another version of the vault sends, or that JSON-RPC says the rules of. */
const LENIENT = [
  'saveObservations',
  'importArchive',
  'importFile',
  'pushObservations',
  'callMcp',
  'addCheckpoint',
  'issueAccessToken',
  'revokeGrant',
];

test.each(
  ROUTES.filter(({ operationId }) => !LENIENT.includes(operationId)).map(
    (route) => [nameOf(route), route] as const,
  ),
)('%s refuses a member that it does not know, also where it takes no body', (_name, route) => {
  expect(problemsOf(route, { body: { zzz: 1 } })['/zzz']).toMatch(/^is not known/);
});

/** Routes whose address names a tile. */
const TILES = ['getTile', 'getEntries'];

test.each(ROUTES.filter(({ body }) => !body).map((route) => [nameOf(route), route] as const))(
  '%s takes no body, null or an empty object',
  (_name, route) => {
    const paths = [undefined, null, {}].flatMap((body) => Object.keys(problemsOf(route, { body })));
    // What its query has to hold is another matter, and so is the path of a tile, which is no id.
    const isOther = route.query || TILES.includes(route.operationId);
    expect(paths.filter((path) => !isOther || path === '')).toEqual([]);
  },
);

test.each([
  ['tag', 'tags'],
  ['titel', 'title'],
  ['Project', 'project'],
  ['sessionId', 'session_id'],
  ['dry-run', 'dry_run'],
  ['supersede', 'supersedes'],
])('of an unknown member "%s", the name that was meant is said', (given, meant) => {
  const problems = problemsOf(routeOf('saveObservation'), { body: note({ [given]: 'x' }) });
  expect(problems).toEqual({ [`/${given}`]: `is not known here: did you mean "${meant}"?` });
});

test('all unknown members are named, and what is near to nothing comes with what is known', () => {
  const body = note({ tag: ['a'], foo: 1 });
  const { '/foo': foo, ...others } = problemsOf(routeOf('saveObservation'), { body });
  expect(Object.keys(others)).toEqual(['/tag']);
  expect(foo).toBe(
    'is not known here, only title, content, type, tags, anchors, valid_until, review_after, project, team, country, author, session_id, supersedes, state, dry_run, force',
  );
});

test('a line of an archive that is of no kind is told the kinds', () => {
  const { error } = ArchiveLine.safeParse({ record: 'zzz' }, { error: issueMessage });
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [['record'], 'must be one of repository, note, session, prompt, conventions, phases'],
  ]);
});

test('unknown members stand beside what else is wrong', () => {
  const problems = problemsOf(routeOf('saveObservation'), { body: { titel: 'x', content: 'y' } });
  expect(Object.keys(problems).sort()).toEqual(['/titel', '/title', '/type']);
});

test('unknown parameters are named with the one that was meant', () => {
  const problems = problemsOf(routeOf('listObservations'), { query: { projekt: 'py', limt: '3' } });
  expect(problems).toEqual({
    '/projekt': 'is not known here: did you mean "project"?',
    '/limt': 'is not known here: did you mean "limit"?',
  });
});

test('a note is taken as it was answered or exported, with what only the vault says of it', () => {
  const known = Object.fromEntries(Object.keys(Observation.shape).map((name) => [name, null]));
  const route = routeOf('saveObservation');
  const body = { ...known, ...note(), id: ID, origin: { instance: 'x' }, pinned: true };
  expect(problemsOf(route, { body })).toEqual({});
  const { body: parsed } = parseRequest(route, {
    originalUrl: route.path,
    params: {},
    query: {},
    body,
  });
  expect(parsed).toMatchObject({ id: undefined, pinned: undefined, origin: undefined });
});

test('the answer to thousands of long unknown members is short', () => {
  const problems = (nameOf: (i: number) => string) => {
    const members = Array.from({ length: 5_000 }, (_, i) => [nameOf(i), 1]);
    return problemsOf(routeOf('saveObservation'), { body: Object.fromEntries(members) });
  };
  const long = problems((i) => `${i}${'x'.repeat(1000)}`);
  expect(Object.keys(long).sort()).toEqual(['', '/content', '/title', '/type']);
  expect(long['']).toMatch(/^has a member that is not known here, only /);
  const letters = (i: number) =>
    String(i).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  const many = problems((i) => `zzz_${letters(i)}`);
  expect(Object.keys(many)).toHaveLength(100);
  expect(JSON.stringify(many).length).toBeLessThan(50_000);
});
