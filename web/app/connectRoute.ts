import type { PageRoute } from './pageRoute.js';

/** Where an application asks to be let in (OAuth): nothing on the page leads there. */
export const CONNECT: PageRoute = {
  path: '/connect',
  title: 'Connect an application',
  who: 'reader',
  load: async () => (await import('./areas/people.js')).ConnectScreen,
};
