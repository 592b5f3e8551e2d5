import type { Observation, VaultClient } from 'memory-vault-client';
import { estimateTokens } from './text/estimateTokens.js';
import { indexRows, READ_FOR_ROWS, rowsWithin } from './text/indexRows.js';
import { partsOf } from './text/partsOf.js';

/** The largest budget that `memory_context` takes. */
export const MOST_TOKENS = 20_000;

/** For the lines around what is recalled. */
const AROUND = 100;

/** Rows of the newest notes. */
const NEWEST = 15;

/** Of the budget, for the summary and for the conventions; what they leave is for the rows. */
const SHARE = 0.3;

/**
 * What is worth knowing at the start: the summary of the last session, the conventions, and an index of the newest notes,
 * for an answer of at most `maxTokens`. Undefined for a project without any of them.
 */
export async function projectContext(
  vault: VaultClient,
  project: string,
  maxTokens: number,
): Promise<string | undefined> {
  const tokens = maxTokens - AROUND;
  const whereTheRestIs =
    maxTokens < MOST_TOKENS
      ? 'memory_context with more max_tokens shows more'
      : 'the REST API gives all of it';
  const params = { path: { project } };
  const recent = { project, limit: NEWEST, content_limit: READ_FOR_ROWS };
  const [ended, conventions, pinned, newest] = await Promise.all([
    vault.GET('/api/v1/sessions/all', { params: { query: { project, state: 'ended', limit: 1 } } }),
    vault.GET('/api/v1/openspec/{project}', { params }),
    vault.GET('/api/v1/observations', { params: { query: { ...recent, pinned: 'true' } } }),
    vault.GET('/api/v1/observations', { params: { query: recent } }),
  ]);
  const [session] = ended.data;
  const parts = await Promise.all([
    part(
      `Last session, ${session?.ended_at?.slice(0, 10)}`,
      session?.summary ?? '',
      tokens * SHARE,
      whereTheRestIs,
    ),
    part('Conventions', conventions.data.content, tokens * SHARE, whereTheRestIs),
  ]);
  const texts = parts.filter((text) => text !== '');
  const left = texts.reduce((sum, text) => sum - estimateTokens(JSON.stringify(text)), tokens);
  const rows = rowsWithin(indexRows(firstPinned(listOf(pinned.data), listOf(newest.data))), left);
  if (rows.length > 0) texts.push(`Newest notes:\n${rows.join('\n')}`);
  return texts.length > 0 ? texts.join('\n') : undefined;
}

/** The pinned notes, then the newest others that no other note took the place of. */
function firstPinned(
  pinned: readonly Observation[],
  newest: readonly Observation[],
): readonly Observation[] {
  const others = newest.filter((note) => !note.pinned && note.superseded_by === undefined);
  return [...pinned, ...others].slice(0, NEWEST);
}

/** Only a request with ids gets anything else than a list. */
const listOf = (data: readonly Observation[] | object) =>
  Array.isArray(data) ? (data as readonly Observation[]) : [];

/** A text under its name, shortened where it is longer than its share; then it says how long it is, and where the rest is. */
async function part(
  name: string,
  text: string,
  tokens: number,
  whereTheRestIs: string,
): Promise<string> {
  if (text === '') return '';
  const parts = partsOf(text, tokens);
  const first = (await parts.next()).value;
  if ((await parts.next()).done) return `${name}: ${first}`;
  return `${name} (the beginning of ~${estimateTokens(text)}t; ${whereTheRestIs}): ${first}…`;
}
