import type { PageRoute } from './pageRoute.js';
import { ROUTES } from './routes.js';

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
