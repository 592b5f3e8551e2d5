import { readFileSync } from 'node:fs';

/** A route of the page, as `web/app/routes.ts` lists it. */
export interface ListedRoute {
  readonly path: string;
  readonly title: string;
  readonly who: 'everybody' | 'reader' | 'admin';
  readonly inNavigation: boolean;
}

const SOURCE = readFileSync(new URL('../../../web/app/routes.ts', import.meta.url), 'utf8');

/** They are read from the text: the file itself needs a browser. */
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
