import { NOTE_PROBES } from './noteProbes.js';
import { COMMON, MARK, SAME, type WalledVault } from './walledVault.js';
import {
  AS_OF,
  endOf,
  idsAndEnds,
  idsOf,
  mcpCall,
  PROJECTS,
  PROMPTS,
  paths,
  perProject,
  TEAMS,
  type Walled,
} from './wallProbe.js';

/** A route for members that is missing here fails the test, so that a new one needs its wall, or a reason for none. */
export const EXPECTED: Readonly<Record<string, Walled>> = {
  'GET /auth/me': { tries: () => paths('/auth/me') },
  'GET /team/members': { tries: () => paths('/team/members') },
  'DELETE /auth/session': { tries: () => paths('/auth/session') },
  ...NOTE_PROBES,
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
  'GET /api/v1/events': {
    tries: () =>
      paths(
        '/api/v1/events',
        '/api/v1/events?limit=1000',
        '/api/v1/events?type=observation.forgotten',
      ),
    seen: true,
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
  'POST /api/v1/tokens': {
    tries: () => [
      { url: '/api/v1/tokens', payload: { name: MARK, scope: ['read'], projects: ['common'] } },
    ],
    compared: 'status',
  },
  'POST /oauth/consent': { tries: () => [{ url: '/oauth/consent', payload: { query: '' } }] },
  'GET /api/v1/tokens': { tries: () => paths('/api/v1/tokens') },
  'DELETE /api/v1/tokens/{id}': {
    tries: (vault) => paths(...idsOf(vault).map((id) => `/api/v1/tokens/${id}`)),
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
  'GET /tile/{level}/{tile}': { tries: () => paths('/tile/0/000.p/1'), compared: 'status' },
  'GET /api/v1/audit/witnesses': {
    tries: () => paths('/api/v1/audit/witnesses'),
    compared: 'status',
  },
  'GET /checkpoint': { tries: () => paths('/checkpoint'), compared: 'status' },
  'GET /api/v1/audit/inclusion/{id}': {
    tries: (vault) => paths(...idsOf(vault).map((id) => `/api/v1/audit/inclusion/${id}`)),
    compared: 'status',
  },
};
