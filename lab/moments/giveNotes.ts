import { checkoutAt } from '../../src/checkout/git.js';
import { editing, failing, type Action as Own, running } from '../../src/moments/action.js';
import { type Ask, candidatesFor } from '../../src/moments/candidates.js';
import { relevant } from '../../src/moments/relevance.js';
import type { Action, GiveNotes } from './action.js';

/** In a hook, half of what is left of its budget. */
const GIT_MS = 150;

/** What hooks do at an action, without their gate: all notes that could be given, with their scores. */
export const giveNotes: GiveNotes = async (action, { project, root, vault }) => {
  const ask: Ask = async (path) => {
    const { pathname, searchParams } = new URL(path, 'http://vault');
    // The client knows the paths of the API, and this is one of them.
    const route = pathname as '/api/v1/search';
    const query = Object.fromEntries(searchParams) as { q: string };
    return (await vault.GET(route, { params: { query } })).data;
  };
  const own = ownAction(action);
  const found = await relevant(
    own,
    await candidatesFor(own, project, ask),
    checkoutAt(root, GIT_MS),
    0.01,
  );
  return found.map(({ note: { id }, score }) => ({ id, score }));
};

function ownAction({ moment, file = '', before, after, command = '', output = '' }: Action): Own {
  switch (moment) {
    case 'before_edit': {
      const text = before === undefined ? {} : { text: before };
      return editing([{ path: file, ...text, ...(after !== undefined && { other: after }) }]);
    }
    case 'before_command':
      return running(command);
    case 'after_failure':
      return failing(command, output, true);
  }
}
