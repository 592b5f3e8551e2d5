import type { Route } from './route.js';

/** Gives the methods a path is served with; none for an unknown path. */
export function allowedMethods(routes: readonly Route[]): (path: string) => readonly string[] {
  const patterns = routes.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return (path) => {
    const methods = patterns
      .filter(({ pattern }) => pattern.test(path))
      .map(({ method }) => method);
    return methods.some((method) => method === 'GET') ? [...methods, 'HEAD'] : methods;
  };
}
