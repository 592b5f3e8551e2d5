import { note } from './notes.js';
import { COMMON, KEY, MARK, SAME } from './walledVault.js';
import { AS_OF, endOf, idsAndEnds, PROJECTS, paths, type Walled } from './wallProbe.js';

/** What somebody tries on the routes of notes and of the search. */
export const NOTE_PROBES: Readonly<Record<string, Walled>> = {
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
};
