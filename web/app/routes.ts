import type { ComponentType } from 'preact';
import type { ScreenProps } from '../base/screenProps.js';
import HomeScreen from '../pages/home/homeScreen.js';

type Screen = ComponentType<ScreenProps>;

export interface PageRoute {
  /** Parts in braces stand for one part each, percent-encoded. */
  readonly path: string;
  readonly title: string;
  /** Who sees it: everybody, whoever may read notes, or the owner and admins. */
  readonly who: 'everybody' | 'reader' | 'admin';
  /** True where the navigation leads to it. */
  readonly inNavigation?: true;
  /** Loads the screen. Each lies in a file of its own, which is loaded when it is first shown. */
  readonly load: () => Promise<{ readonly default: Screen }>;
}

/** The reference of the API, at `/docs`. */
export const DOCS: PageRoute = {
  path: '/docs',
  title: 'API',
  who: 'everybody',
  load: () => import('../pages/docs/docsScreen.js'),
};

/** All other screens of the page. The first match counts. */
export const ROUTES: readonly PageRoute[] = [
  {
    path: '/',
    title: 'Home',
    who: 'reader',
    inNavigation: true,
    // It is what most people see first: not a request more.
    load: async () => ({ default: HomeScreen }),
  },
  {
    path: '/search',
    title: 'Search',
    who: 'reader',
    inNavigation: true,
    load: () => import('../pages/search/searchScreen.js'),
  },
  {
    path: '/note/{id}',
    title: 'Note',
    who: 'reader',
    load: () => import('../pages/note/noteScreen.js'),
  },
  {
    path: '/project/{project}',
    title: 'Project',
    who: 'reader',
    load: () => import('../pages/project/projectScreen.js'),
  },
  {
    path: '/project/{project}/conventions',
    title: 'Conventions',
    who: 'reader',
    load: () => import('../pages/project/conventionsScreen.js'),
  },
  {
    path: '/sessions',
    title: 'Sessions',
    who: 'reader',
    inNavigation: true,
    load: () => import('../pages/sessions/sessionsScreen.js'),
  },
  {
    path: '/sessions/{id}',
    title: 'Session',
    who: 'reader',
    load: () => import('../pages/sessions/sessionScreen.js'),
  },
  {
    path: '/prompts',
    title: 'Prompts',
    who: 'reader',
    inNavigation: true,
    load: () => import('../pages/prompts/promptsScreen.js'),
  },
  {
    path: '/prompts/{name}',
    title: 'Prompt',
    who: 'reader',
    load: () => import('../pages/prompts/promptScreen.js'),
  },
  {
    path: '/trust',
    title: 'Trust',
    who: 'admin',
    inNavigation: true,
    load: () => import('../pages/trust/trustScreen.js'),
  },
  {
    path: '/trust/verify',
    title: 'Verify',
    who: 'admin',
    load: () => import('../pages/trust/verifyScreen.js'),
  },
  {
    path: '/trust/checkpoints',
    title: 'Checkpoints',
    who: 'admin',
    load: () => import('../pages/trust/checkpointsScreen.js'),
  },
  {
    path: '/trust/redactions',
    title: 'Redactions',
    who: 'admin',
    load: () => import('../pages/trust/redactionsScreen.js'),
  },
  {
    path: '/trust/erasures',
    title: 'Erasures',
    who: 'admin',
    load: () => import('../pages/trust/erasuresScreen.js'),
  },
  {
    path: '/operations',
    title: 'Operations',
    who: 'admin',
    inNavigation: true,
    load: () => import('../pages/operations/operationsScreen.js'),
  },
  {
    path: '/operations/metrics',
    title: 'Metrics',
    who: 'admin',
    load: () => import('../pages/operations/metricsScreen.js'),
  },
  {
    path: '/people',
    title: 'People',
    who: 'admin',
    inNavigation: true,
    load: () => import('../pages/people/peopleScreen.js'),
  },
  {
    path: '/people/{team}',
    title: 'Team',
    who: 'admin',
    load: () => import('../pages/people/teamScreen.js'),
  },
  {
    path: '/login',
    title: 'Login',
    who: 'everybody',
    load: () => import('../pages/login/loginScreen.js'),
  },
  {
    path: '/join',
    title: 'Join',
    who: 'everybody',
    load: () => import('../pages/login/joinScreen.js'),
  },
];

/** The route of a path, with the values of its parts. Undefined for an unknown path. */
export function routeOf(
  path: string,
  routes: readonly PageRoute[] = ROUTES,
): { route: PageRoute; params: Record<string, string> } | undefined {
  const parts = path.split('/');
  for (const route of routes) {
    const pattern = route.path.split('/');
    if (pattern.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = pattern.every((one, i) => {
      const part = parts[i] ?? '';
      const [, name] = /^\{(\w+)\}$/.exec(one) ?? [];
      if (name === undefined) return one === part;
      params[name] = decoded(part);
      return part !== '';
    });
    if (fits) return { route, params };
  }
  return undefined;
}

/** An address that somebody typed may hold what is no percent-encoding. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
