import type { Filled } from '../../../tools/page/fill/fillVault.js';
import type { ListedRoute } from './pageRoutes.js';

/** What stands in the braces of a route. */
type Values = Readonly<Record<string, string>>;

/** Where nothing is: an id that no vault has made, and names of nothing. */
export const NOWHERE: Values = {
  '/note/{id}': '01KA5ZHQ7R9T1V3X5Z7B9D1F3H',
  '/sessions/{id}': '01KA5ZHQ7R9T1V3X5Z7B9D1F3H',
  '/sessions/{id}/told': '01KA5ZHQ7R9T1V3X5Z7B9D1F3H',
  '/prompts/{name}': 'no such prompt',
  '/project/{project}': 'no such project',
  '/project/{project}/conventions': 'no such project',
  '/project/{project}/conventions/new': 'no such project',
  '/people/{team}': '01KA5ZHQ7R9T1V3X5Z7B9D1F3H',
};

/** What each route with a part in braces is opened with in a filled vault. */
export const somewhere = ({ revised, sessions, prompt, project, people }: Filled): Values => ({
  '/note/{id}': revised,
  '/sessions/{id}': sessions.ended,
  '/sessions/{id}/told': sessions.ended,
  '/prompts/{name}': prompt,
  '/project/{project}': project,
  '/project/{project}/conventions': project,
  '/project/{project}/conventions/new': project,
  '/people/{team}': people.payments,
});

/** The address of a route. Throws for a route with braces that has no value: a new one needs a line above. */
export function addressOf({ path }: ListedRoute, values: Values): string {
  if (path === '/docs') return 'docs';
  const value = path.includes('{') ? values[path] : '';
  if (value === undefined) throw new Error(`what does ${path} stand for? Say it in places.ts`);
  return `#${path.replace(/\{\w+\}/, encodeURIComponent(value))}`;
}
