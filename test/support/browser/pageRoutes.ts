import { readFileSync } from 'node:fs';

/** A route of the page, as `web/app/routes.ts` and `peopleRoutes.ts` list it. */
export interface ListedRoute {
  readonly path: string;
  readonly title: string;
  readonly who: 'everybody' | 'reader' | 'admin';
  readonly inNavigation: boolean;
}

const SOURCE = ['routes', 'peopleRoutes']
  .map((file) => readFileSync(new URL(`../../../web/app/${file}.ts`, import.meta.url), 'utf8'))
  .join('\n');

/** They are read from the text: the files themselves need a browser. */
const [docs, ...screens] = SOURCE.split(/\n\s*path: (?=')/)
  .slice(1)
  .map((text): ListedRoute => {
    const [, path = ''] = /^'([^']+)'/.exec(text) ?? [];
    const [, title = ''] = /title: '([^']+)'/.exec(text) ?? [];
    const [, who] = /who: '(everybody|reader|admin)'/.exec(text) ?? [];
    if (path === '' || who === undefined) throw new Error(`no route: ${text}`);
    // The pattern finds nothing else.
    const access = who as ListedRoute['who'];
    return { path, title, who: access, inNavigation: /inNavigation: true/.test(text) };
  });
if (docs?.path !== '/docs') throw new Error('the first route is not the document of the API');

/** All routes of the page. The document of the API, which is a page of its own, is the last. */
export const PAGE_ROUTES: readonly ListedRoute[] = [...screens, docs];
