import type { PageRoute } from './pageRoute.js';

const people = () => import('./areas/people.js');

/** The screens of who may use the vault, and as whom. */
export const PEOPLE_ROUTES: readonly PageRoute[] = [
  {
    path: '/people',
    title: 'People',
    who: 'admin',
    inNavigation: true,
    load: async () => (await people()).PeopleScreen,
  },
  {
    path: '/people/{team}',
    title: 'Team',
    who: 'admin',
    load: async () => (await people()).TeamScreen,
  },
  {
    path: '/tokens',
    title: 'Tokens',
    who: 'reader',
    load: async () => (await people()).TokensScreen,
  },
  {
    // Where an application asks to be let in (OAuth): nothing on the page leads there.
    path: '/connect',
    title: 'Connect an application',
    who: 'reader',
    load: async () => (await people()).ConnectScreen,
  },
  {
    path: '/login',
    title: 'Login',
    who: 'everybody',
    load: async () => (await people()).LoginScreen,
  },
  {
    path: '/join',
    title: 'Join',
    who: 'everybody',
    load: async () => (await people()).JoinScreen,
  },
];
