import type { VaultClient } from 'memory-vault-client';
import { estimateTokens } from './text/estimateTokens.js';
import { indexRows, rowsWithin } from './text/indexRows.js';
import { partsOf } from './text/partsOf.js';
import { visible } from './text/visible.js';

/** Rows of the newest notes. */
const NEWEST = 15;

/** Of the budget, for the summary and for the conventions; what they leave is for the rows. */
const SHARE = 0.3;

/**
 * What is worth knowing at the start: the summary of the last session, the conventions, and an index of the newest notes,
 * within a budget of tokens. Undefined for a project without any of them.
 */
export async function projectContext(
  vault: VaultClient,
  project: string,
  tokens: number,
): Promise<string | undefined> {
  const params = { path: { project } };
  const [summary, conventions, newest] = await Promise.all([
    vault.GET('/api/v1/summary/{project}', { params }),
    vault.GET('/api/v1/openspec/{project}', { params }),
    vault.GET('/api/v1/context/{project}', { params: { ...params, query: { limit: NEWEST } } }),
  ]);
  const session = summary.data.last_session;
  const texts = [
    part('Last session', session?.summary ?? '', tokens * SHARE),
    part('Conventions', conventions.data.content, tokens * SHARE),
  ].filter((text) => text !== '');
  const left = texts.reduce((sum, text) => sum - estimateTokens(JSON.stringify(text)), tokens);
  const rows = rowsWithin(indexRows(newest.data), left);
  if (rows.length > 0) {
    const of = rows.length < summary.data.observations_total;
    const count = of ? ` (${rows.length} of ${summary.data.observations_total})` : '';
    texts.push(`Newest notes${count}:\n${rows.join('\n')}`);
  }
  return texts.length > 0 ? texts.join('\n') : undefined;
}

/** A text under its name, shortened where it is longer than its share; then it says how long it is. */
function part(name: string, text: string, tokens: number): string {
  if (text === '') return '';
  const shown = visible(text);
  const [first = '', ...more] = partsOf(shown, tokens);
  if (more.length === 0) return `${name}: ${first}`;
  return `${name} (the beginning of ~${estimateTokens(shown)}t; more max_tokens show more): ${first}…`;
}
