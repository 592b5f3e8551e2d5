import type { LightMyRequestResponse } from 'fastify';
import { nameOf, ROUTES } from './accessTable.js';
import { note } from './notes.js';
import { COMMON, type Headers, KEY, MARK, SAME, type WalledVault } from './walledVault.js';

/** One request that a member of another team may try. */
interface Probe {
  readonly url: string;
  readonly payload?: object;
  readonly headers?: Headers;
}

/**
 * What a member of alpha tries on a route that beta has something behind: `tries`. `seen` says whether those who see
 * everything find the mark of beta in one of the answers. `status` says that only that is compared, since the answer is about
 * the log or the service as a whole.
 */
interface Walled {
  readonly tries: (vault: WalledVault) => readonly Probe[];
  readonly seen?: boolean;
  readonly compared?: 'status';
}

const PROJECTS = ['common', `${MARK} project`, `${MARK} only agreed`, 'personal', 'everywhere'].map(
  encodeURIComponent,
);
const PROMPTS = ['greeting', 'review', `${MARK} prompt`];
const TEAMS = ['', '?team=beta', '?team=BETA', '?team=alpha', '?team=nobody'];

const AS_OF = '?as_of=2100-01-01T00:00:00Z';

const paths = (...urls: string[]) => urls.map((url) => ({ url }));
/** A message of the Model Context Protocol, in one of its forms of 2025. */
const mcpCall = (method: string, params: object): Probe => ({
  url: '/mcp',
  headers: { accept: 'application/json, text/event-stream' },
  payload: { jsonrpc: '2.0', id: 1, method, params },
});
const idsOf = ({ beta, own }: WalledVault) => [...Object.values(beta), own.note, own.teamless];
const endOf = (id: string) => id.slice(-8);
const idsAndEnds = (vault: WalledVault) => idsOf(vault).flatMap((id) => [id, endOf(id)]);
const perProject = (path: string, queries: readonly string[] = ['']) => ({
  tries: () =>
    paths(...PROJECTS.flatMap((project) => queries.map((query) => `${path}/${project}${query}`))),
  seen: true,
});

/** A route for members that is missing here fails the test, so that a new one needs its wall, or a reason for none. */
export const EXPECTED: Readonly<Record<string, Walled>> = {
  'GET /auth/me': { tries: () => paths('/auth/me') },
  'GET /team/members': { tries: () => paths('/team/members') },
  'DELETE /auth/session': { tries: () => paths('/auth/session') },
  'POST /api/v1/observations': {
    tries: ({ own, beta }) =>
      [
        { url: '', payload: { ...SAME, session_id: own.session } },
        { url: '', payload: SAME, headers: KEY },
        { url: '', payload: { ...SAME, content: 'in other words' }, headers: KEY },
        { url: '', payload: note({ session_id: beta.session }) },
        { url: '', payload: note({ session_id: beta.session, dry_run: true }) },
        { url: '', payload: note({ team: 'beta' }) },
        { url: '', payload: note({ author: 'bob@example.org' }) },
        ...[beta.note, endOf(beta.note)].map((supersedes) => ({
          url: '',
          payload: note({ supersedes }),
        })),
      ].map((probe) => ({ ...probe, url: '/api/v1/observations' })),
  },
  'POST /api/v1/observations/batch': {
    tries: ({ own, beta }) => [
      {
        url: '/api/v1/observations/batch',
        headers: { 'idempotency-key': 'a-batch' },
        payload: [
          note({ id: beta.note, created_at: '2020-01-01T00:00:00Z' }),
          note({ team: 'beta' }),
          note({ author: 'bob@example.org' }),
          note({ supersedes: beta.note }),
          { ...SAME, session_id: own.session },
          note({ session_id: beta.ended, author: 'ANN@example.org', team: 'ALPHA' }),
        ],
      },
    ],
  },
  'GET /api/v1/observations': {
    tries: (vault) =>
      paths(
        ...[
          '',
          'limit=1',
          'pinned=true',
          'state=proposed',
          'state=all',
          'as_of=2100-01-01T00:00:00Z',
          `tag=${MARK}`,
          `country=${MARK}`,
          'team=beta',
          'author=bob@example.org',
          `session_id=${vault.beta.session}`,
          `session_id=${vault.own.session}&limit=2`,
          ...PROJECTS.map((project) => `project=${project}`),
          'project=common&type=decision',
          'type=learning&from=2026-01-01T00:00:00Z&limit=1',
          `ids=${idsAndEnds(vault)}`,
        ].map((query) => `/api/v1/observations?${query}`),
      ),
    seen: true,
  },
  'GET /api/v1/observations/{id}': {
    tries: (vault) =>
      paths(
        ...idsAndEnds(vault).flatMap((id) =>
          ['', AS_OF, '?as_of=0'].map((query) => `/api/v1/observations/${id}${query}`),
        ),
      ),
    seen: true,
  },
  'GET /api/v1/observations/{id}/history': {
    tries: (vault) => paths(...idsAndEnds(vault).map((id) => `/api/v1/observations/${id}/history`)),
    seen: true,
  },
  'GET /api/v1/observations/{id}/related': {
    tries: (vault) => paths(...idsAndEnds(vault).map((id) => `/api/v1/observations/${id}/related`)),
    seen: true,
  },
  'GET /api/v1/observations/{id}/duplicates': {
    tries: (vault) =>
      paths(...idsAndEnds(vault).map((id) => `/api/v1/observations/${id}/duplicates`)),
    seen: true,
  },
  'GET /api/v1/observations/{id}/supersedable': {
    tries: (vault) =>
      paths(...idsAndEnds(vault).map((id) => `/api/v1/observations/${id}/supersedable`)),
    seen: true,
  },
  'PUT /api/v1/observations/{id}/pin': {
    tries: (vault) => paths(...idsAndEnds(vault).map((id) => `/api/v1/observations/${id}/pin`)),
  },
  'DELETE /api/v1/observations/{id}/pin': {
    tries: (vault) => paths(...idsAndEnds(vault).map((id) => `/api/v1/observations/${id}/pin`)),
  },
  'PATCH /api/v1/observations/{id}': {
    tries: (vault) =>
      idsAndEnds(vault).map((id) => ({
        url: `/api/v1/observations/${id}`,
        payload: { content: 'changed by ann' },
      })),
  },
  'DELETE /api/v1/observations/{id}': {
    tries: ({ beta, own }) =>
      paths(
        ...[...Object.values(beta), own.teamless]
          .flatMap((id) => [id, endOf(id)])
          .map((id) => `/api/v1/observations/${id}`),
      ),
  },
  'GET /api/v1/search': {
    tries: ({ beta, own }) =>
      paths(
        ...[
          `q=${MARK}`,
          `q=${MARK.slice(0, 5)}`,
          `q=%22${MARK}%22`,
          `q=${MARK}*`,
          `q=${COMMON}`,
          `q=${COMMON}&snippet=1`,
          `q=${COMMON}+${MARK}`,
          `q=${COMMON}+OR+${MARK}`,
          `q=first+second&session_id=${own.session}`,
          `q=${COMMON}&team=beta`,
          `q=${COMMON}&tag=${MARK}`,
          `q=${COMMON}&country=${MARK}`,
          `q=${COMMON}&author=bob@example.org`,
          `q=${COMMON}&session_id=${beta.session}`,
          `q=${COMMON}&project=${PROJECTS[1]}`,
          `q=${COMMON}&type=decision`,
          `q=${COMMON}&cloud=1`,
          `q=${COMMON}&limit=1&offset=1`,
          `q=${COMMON}&as_of=2100-01-01T00:00:00Z`,
        ].map((query) => `/api/v1/search?${query}`),
      ),
    seen: true,
  },
  'GET /api/v1/search/facets': {
    tries: () =>
      paths(
        ...[
          `q=${MARK}`,
          `q=${COMMON}`,
          `q=${COMMON}+${MARK}`,
          `q=${COMMON}&team=beta`,
          '',
          'team=beta',
        ].map((query) => `/api/v1/search/facets?${query}`),
      ),
    seen: true,
  },
  'GET /api/v1/context/{project}': perProject('/api/v1/context', ['', '?limit=1', AS_OF]),
  'GET /api/v1/timeline/{project}': perProject('/api/v1/timeline', ['', '?limit=1', AS_OF]),
  'GET /api/v1/summary/{project}': perProject('/api/v1/summary', ['', AS_OF]),
  'GET /api/v1/openspec/{project}': {
    ...perProject('/api/v1/openspec', [
      ...TEAMS,
      '?version=1',
      '?version=2',
      '?version=1&team=beta',
      '?version=2&team=alpha',
    ]),
  },
  'GET /api/v1/sdd/{project}': { ...perProject('/api/v1/sdd', TEAMS) },
  'GET /api/v1/activity': {
    tries: () =>
      paths(
        '/api/v1/activity',
        ...PROJECTS.map((project) => `/api/v1/activity?project=${project}`),
      ),
  },
  'GET /api/v1/repositories': { tries: () => paths('/api/v1/repositories'), seen: true },
  'POST /api/v1/repositories': {
    tries: () =>
      [MARK, 'alpha', 'else']
        .flatMap((owner) =>
          [true, false].map((dry_run) => ({
            url: '/api/v1/repositories',
            payload: { repository: `example.org/${owner}/common`, dry_run },
          })),
        )
        .concat({
          url: '/api/v1/repositories',
          payload: { repository: 'example.org/alpha/probe', dry_run: true },
        }),
  },
  'GET /api/v1/projects': { tries: () => paths('/api/v1/projects'), seen: true },
  'POST /api/v1/sessions': {
    tries: () =>
      [{}, { team: 'beta' }, { team: 'Alpha' }, { client_ref: MARK, goal: 'x' }].map((about) => ({
        url: '/api/v1/sessions',
        payload: { project: `${MARK} project`, ...about },
      })),
  },
  'PUT /api/v1/sessions/{id}': {
    tries: ({ beta }) =>
      [beta.session, beta.ended, beta.note].map((id) => ({
        url: `/api/v1/sessions/${id}`,
        payload: { summary: 'ended by ann' },
      })),
  },
  'DELETE /api/v1/sessions/{id}': {
    tries: ({ beta }) =>
      paths(...[beta.session, beta.ended, beta.note].map((id) => `/api/v1/sessions/${id}`)),
  },
  'GET /api/v1/sessions/all': {
    tries: ({ beta, own }) =>
      paths(
        ...['', '?limit=1', `?before=${own.session}`, `?before=${beta.session}`].map(
          (query) => `/api/v1/sessions/all${query}`,
        ),
      ),
    seen: true,
  },
  'GET /api/v1/sessions/{id}/told': {
    tries: (vault) => paths(...idsOf(vault).map((id) => `/api/v1/sessions/${id}/told`)),
  },
  'POST /api/v1/sessions/{id}/told': {
    tries: ({ beta }) =>
      [beta.session, beta.ended, beta.note].map((id) => ({
        url: `/api/v1/sessions/${id}/told`,
        payload: { moment: 'start', notes: [{ id: beta.note, revision: 1 }], tokens: 9 },
      })),
  },
  'POST /api/v1/observations/{id}/verdict': {
    tries: (vault) =>
      idsAndEnds(vault).flatMap((id) =>
        [{}, { session_id: vault.beta.session }].map((more) => ({
          url: `/api/v1/observations/${id}/verdict`,
          payload: { verdict: 'wrong', ...more },
        })),
      ),
  },
  'GET /api/v1/inbox': {
    tries: () =>
      paths('/api/v1/inbox', ...PROJECTS.map((project) => `/api/v1/inbox?project=${project}`)),
    seen: true,
  },
  'POST /api/v1/observations/forget': {
    tries: ({ beta, own }) =>
      Object.values(beta)
        .flatMap((id) => [id, endOf(id)])
        .map((id) => ({
          url: '/api/v1/observations/forget',
          payload: { ids: [id, own.note] },
        })),
  },
  'GET /api/v1/changes': {
    tries: () =>
      paths(
        ...['added', 'changed', 'superseded', 'expired', 'forgotten'].flatMap((kind) =>
          ['', ...PROJECTS.map((project) => `&project=${project}`)].map(
            (of) => `/api/v1/changes?from=2000-01-01T00:00:00Z&kind=${kind}${of}`,
          ),
        ),
      ),
    seen: true,
  },
  'GET /api/v1/changes/counts': {
    tries: () =>
      paths(
        '/api/v1/changes/counts?from=2000-01-01T00:00:00Z',
        ...PROJECTS.map((project) => `/api/v1/changes/counts?from=0&project=${project}`),
      ),
  },
  'POST /api/v1/inbox': {
    tries: (vault) =>
      idsAndEnds(vault).flatMap((id) => [
        { url: '/api/v1/inbox', payload: { accept: [id] } },
        { url: '/api/v1/inbox', payload: { refuse: [id] } },
      ]),
  },
  ...Object.fromEntries(
    ['accept', 'refuse'].map((deed) => [
      `POST /api/v1/observations/{id}/${deed}`,
      {
        tries: (vault: WalledVault) =>
          idsAndEnds(vault).map((id) => ({ url: `/api/v1/observations/${id}/${deed}` })),
      },
    ]),
  ),
  'GET /api/v1/review': {
    tries: () =>
      paths('/api/v1/review', ...PROJECTS.map((project) => `/api/v1/review?project=${project}`)),
    seen: true,
  },
  'GET /api/v1/sessions/{id}': {
    tries: (vault) => paths(...idsOf(vault).map((id) => `/api/v1/sessions/${id}`)),
    seen: true,
  },
  'POST /api/v1/prompts': {
    tries: () =>
      [...PROMPTS.map((name) => ({ name })), { name: 'review', team: 'beta' }].map((about) => ({
        url: '/api/v1/prompts',
        payload: { content: 'by ann', ...about },
      })),
  },
  'GET /api/v1/prompts': { tries: () => paths('/api/v1/prompts'), seen: true },
  'GET /api/v1/prompts/{name}': {
    tries: () =>
      paths(
        ...PROMPTS.flatMap((name) =>
          [...TEAMS, '?version=2'].map(
            (query) => `/api/v1/prompts/${encodeURIComponent(name)}${query}`,
          ),
        ),
      ),
    seen: true,
  },
  'GET /api/v1/stats': { tries: () => paths('/api/v1/stats'), seen: true },
  'GET /api/v1/status': { tries: () => paths('/api/v1/status') },
  'GET /api/v1/hive/status': { tries: () => paths('/api/v1/hive/status') },
  'POST /mcp': {
    tries: ({ beta, own }) =>
      [
        ['search', { query: MARK, project: '*' }],
        ['search', { query: COMMON, project: 'common' }],
        ['search', { query: COMMON, project: `${MARK} project` }],
        ['timeline', { project: 'common' }],
        ['timeline', { project: `${MARK} project` }],
        ['timeline', { id: own.note }],
        ['timeline', { id: beta.note }],
        ['get', { ids: [own.note, beta.note, beta.inSession, beta.note.slice(-8)] }],
        ['context', { project: 'common' }],
        ['context', { project: `${MARK} only agreed` }],
        ['save', { ...SAME, project: 'common', session_id: beta.session }],
        ['update', { id: beta.note, content: 'changed by ann' }],
        ['forget', { id: beta.note, title: MARK }],
        ['session', { action: 'start', project: `${MARK} project` }],
        [
          'session',
          { action: 'end', project: 'common', session_id: beta.session, summary: 'by ann' },
        ],
      ]
        .map(([name, args]) => mcpCall('tools/call', { name: `memory_${name}`, arguments: args }))
        .concat(
          mcpCall('prompts/list', {}),
          ...PROMPTS.map((name) => mcpCall('prompts/get', { name })),
          ...[`note/${beta.note}`, 'context/common', `conventions/${PROJECTS[1]}`].map((path) =>
            mcpCall('resources/read', { uri: `memory://${path}` }),
          ),
        ),
  },
  'GET /metrics': { tries: () => paths('/metrics'), compared: 'status' },
  'GET /api/v1/metrics': { tries: () => paths('/api/v1/metrics'), compared: 'status' },
  'GET /api/v1/audit/checkpoint': {
    tries: () => paths('/api/v1/audit/checkpoint'),
    compared: 'status',
  },
  'GET /api/v1/audit/key': { tries: () => paths('/api/v1/audit/key'), compared: 'status' },
  'GET /api/v1/audit/consistency': {
    tries: () => paths('/api/v1/audit/consistency?from=1'),
    compared: 'status',
  },
  'GET /api/v1/audit/inclusion/{id}': {
    tries: (vault) => paths(...idsOf(vault).map((id) => `/api/v1/audit/inclusion/${id}`)),
    compared: 'status',
  },
};

/** The routes behind walls. The logout comes last, because it ends the session that the others need. */
export const WALLED = ROUTES.flatMap((route) => {
  const expected = EXPECTED[nameOf(route)];
  return expected ? [{ route, name: nameOf(route), ...expected }] : [];
}).sort(
  (a, b) => Number(a.name.startsWith('DELETE /auth')) - Number(b.name.startsWith('DELETE /auth')),
);

// In JSON, a line break before it is a backslash and an n.
export const ULID = /(?<![0-9A-Z])[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g;

/**
 * Gives answers in a form that is equal in two vaults that show the same: ids by the order in which they come, without
 * what is shared by decision (positions, scores, numbers of events and duplicates) and without what differs each time.
 */
function plainAnswers(vault: WalledVault) {
  const names = new Map(Object.entries(vault.beta).map(([name, id]) => [id, `<beta's ${name}>`]));
  // Refusals repeat an end as it was asked for.
  const ends = idsOf(vault).map((id, i) => [new RegExp(`\\b${endOf(id)}\\b`, 'g'), i] as const);
  const named = (text: string) =>
    ends
      .reduce((all, [end, i]) => all.replaceAll(end, `<end ${i}>`), text)
      .replaceAll(ULID, (id) => {
        const name = names.get(id) ?? `<${names.size}>`;
        names.set(id, name);
        return name;
      });
  return ({ statusCode, headers, body }: LightMyRequestResponse) => {
    const { 'x-request-id': _id, 'x-log-position': _at, date: _date, ...kept } = headers;
    const { 'content-length': _length, ...rest } = kept;
    const plain = body
      .replaceAll(/"request_id":"[^"]*"/g, '')
      .replaceAll(/"score":[\d.e-]+/g, '')
      // The short ids of rows, and the digests of what they are in.
      .replaceAll(/(?<![0-9A-Z])[0-9A-HJKMNP-TV-Z]{8}(?= \d{4}-\d\d-\d\d )/g, '<short id>')
      .replaceAll(/recalled [0-9a-f]{6}/g, 'recalled')
      .replaceAll(/"deduplicated":\d+|"log":\{[^}]*\}/g, '');
    // A cursor ends in a position.
    const shown = JSON.stringify(rest).replaceAll(/(cursor=\d+)\.\d+/g, '$1');
    return { statusCode, headers: named(shown), body: named(plain) };
  };
}

/** What somebody gets for all that it may try. */
export async function answersOf(
  vault: WalledVault,
  headers: Headers,
  except: readonly string[] = [],
) {
  const plain = plainAnswers(vault);
  const answers = [];
  for (const { route, name, tries, compared } of WALLED) {
    if (except.includes(name)) continue;
    for (const probe of tries(vault)) {
      const { url, payload, headers: more } = probe;
      const sent = { headers: { ...headers, ...more }, ...(payload && { payload }) };
      const answer = await vault.client.call(route.method, url, sent);
      const { statusCode, ...rest } = plain(answer);
      // Ids differ between the vaults, so requests are told apart by their place.
      answers.push({ name, place: answers.length, statusCode, ...(!compared && rest) });
    }
  }
  return answers;
}
