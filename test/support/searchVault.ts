import type { App } from '../../src/app/app.js';
import { saveObservation } from '../../src/commands/observations.js';
import { EVERYTHING } from '../../src/domain/caller.js';
import type { Search } from '../../src/queries/search/parse.js';
import type { SearchPage } from '../../src/queries/search/show.js';
import { plainFilter } from './plainFilter.js';
import { testApp } from './testApp.js';

/** A note for searches, with the fields that a test needs. */
export interface Findable {
  readonly title: string;
  readonly content?: string;
  readonly type?: 'task' | 'decision';
  readonly project?: string;
  readonly tags?: string[];
  readonly author?: string;
  readonly session_id?: string;
}

/** A vault with some notes, and a search in it that returns titles. */
export interface SearchVault {
  readonly app: App;
  search(q: string, more?: Partial<Search>): Promise<SearchPage>;
  titles(q: string, more?: Partial<Search>): Promise<string[]>;
}

export async function searchVault(notes: readonly Findable[]): Promise<SearchVault> {
  const app = await testApp({}, { filter: plainFilter });
  for (const note of notes) {
    const absent = { team: undefined, country: undefined, dry_run: false, force: true };
    const input = {
      content: '-',
      type: 'task' as const,
      project: undefined,
      tags: undefined,
      author: undefined,
      session_id: undefined,
    };
    await app.executor.execute(
      saveObservation,
      { ...absent, ...input, ...note },
      { meta: { actor: 'test' } },
    );
  }
  const search = (q: string, more: Partial<Search> = {}) =>
    app.search({
      q,
      sees: EVERYTHING,
      filters: { at: 0 },
      limit: 20,
      offset: 0,
      snippet: false,
      ...more,
    });
  return {
    app,
    search,
    titles: async (q, more) => (await search(q, more)).hits.map(({ title }) => title),
  };
}
