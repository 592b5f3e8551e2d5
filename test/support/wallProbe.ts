import { type Headers, MARK, type WalledVault } from './walledVault.js';

/** One request that a member of another team may try. */
export interface Probe {
  readonly url: string;
  readonly payload?: object;
  readonly headers?: Headers;
}

/**
 * What a member of alpha tries on a route that beta has something behind: `tries`. `seen` says whether those who see
 * everything find the mark of beta in one of the answers. `status` says that only that is compared, since the answer is about
 * the log or the service as a whole.
 */
export interface Walled {
  readonly tries: (vault: WalledVault) => readonly Probe[];
  readonly seen?: boolean;
  readonly compared?: 'status';
}

export const PROJECTS = [
  'common',
  `${MARK} project`,
  `${MARK} only agreed`,
  'personal',
  'everywhere',
].map(encodeURIComponent);
export const PROMPTS = ['greeting', 'review', `${MARK} prompt`];
export const TEAMS = ['', '?team=beta', '?team=BETA', '?team=alpha', '?team=nobody'];

export const AS_OF = '?as_of=2100-01-01T00:00:00Z';

export const paths = (...urls: string[]) => urls.map((url) => ({ url }));
/** A message of the Model Context Protocol, in one of its forms of 2025. */
export const mcpCall = (method: string, params: object): Probe => ({
  url: '/mcp',
  headers: { accept: 'application/json, text/event-stream' },
  payload: { jsonrpc: '2.0', id: 1, method, params },
});
export const idsOf = ({ beta, own }: WalledVault) => [
  ...Object.values(beta),
  own.note,
  own.teamless,
];
export const endOf = (id: string) => id.slice(-8);
export const idsAndEnds = (vault: WalledVault) => idsOf(vault).flatMap((id) => [id, endOf(id)]);
export const perProject = (path: string, queries: readonly string[] = ['']) => ({
  tries: () =>
    paths(...PROJECTS.flatMap((project) => queries.map((query) => `${path}/${project}${query}`))),
  seen: true,
});
