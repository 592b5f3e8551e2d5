import HomeScreen from '../pages/home/homeScreen.js';
import { CONNECT } from './connectRoute.js';
import type { PageRoute } from './pageRoute.js';

// Small screens share a file: each file is a request, and many small ones compress badly.
const note = () => import('./areas/note.js');
const work = () => import('./areas/work.js');
const trust = () => import('./areas/trust.js');
const operations = () => import('./areas/operations.js');
const people = () => import('./areas/people.js');

/** The reference of the API, at `/docs`. */
export const DOCS: PageRoute = {
  path: '/docs',
  title: 'API',
  who: 'everybody',
  load: async () => (await import('../pages/docs/docsScreen.js')).default,
};

/** All other screens of the page. The first match counts. */
export const ROUTES: readonly PageRoute[] = [
  {
    path: '/',
    title: 'Home',
    who: 'reader',
    inNavigation: true,
    // It is what most people see first: not a request more.
    load: async () => HomeScreen,
  },
  {
    path: '/search',
    title: 'Search',
    who: 'reader',
    inNavigation: true,
    load: async () => (await import('../pages/search/searchScreen.js')).default,
  },
  {
    path: '/inbox',
    title: 'Inbox',
    who: 'reader',
    inNavigation: true,
    load: async () => (await note()).InboxScreen,
  },
  {
    path: '/inbox/look-again',
    title: 'Look again',
    who: 'reader',
    load: async () => (await note()).LookAgainScreen,
  },
  {
    path: '/new/note',
    title: 'New note',
    who: 'reader',
    load: async () => (await note()).NewNoteScreen,
  },
  {
    path: '/new/prompt',
    title: 'New prompt',
    who: 'reader',
    load: async () => (await note()).WritePromptScreen,
  },
  {
    path: '/note/{id}',
    title: 'Note',
    who: 'reader',
    load: async () => (await note()).NoteScreen,
  },
  {
    path: '/project/{project}',
    title: 'Project',
    who: 'reader',
    load: async () => (await work()).ProjectScreen,
  },
  {
    path: '/project/{project}/conventions',
    title: 'Conventions',
    who: 'reader',
    load: async () => (await work()).ConventionsScreen,
  },
  {
    path: '/project/{project}/conventions/new',
    title: 'New conventions',
    who: 'admin',
    load: async () => (await note()).WriteConventionsScreen,
  },
  {
    path: '/changes',
    title: 'Compare two days',
    who: 'reader',
    load: async () => (await work()).ChangesScreen,
  },
  {
    path: '/sessions',
    title: 'Sessions',
    who: 'reader',
    inNavigation: true,
    load: async () => (await work()).SessionsScreen,
  },
  {
    path: '/sessions/{id}',
    title: 'Session',
    who: 'reader',
    load: async () => (await work()).SessionScreen,
  },
  {
    path: '/sessions/{id}/told',
    title: 'What the agent was told',
    who: 'reader',
    load: async () => (await work()).ToldScreen,
  },
  {
    path: '/prompts',
    title: 'Prompts',
    who: 'reader',
    inNavigation: true,
    load: async () => (await work()).PromptsScreen,
  },
  {
    path: '/prompts/{name}',
    title: 'Prompt',
    who: 'reader',
    load: async () => (await work()).PromptScreen,
  },
  {
    path: '/import',
    title: 'Import',
    who: 'admin',
    load: async () => (await import('../pages/import/importScreen.js')).default,
  },
  {
    path: '/trust',
    title: 'Trust',
    who: 'admin',
    inNavigation: true,
    load: async () => (await trust()).TrustScreen,
  },
  {
    path: '/trust/verify',
    title: 'Verify',
    who: 'admin',
    load: async () => (await trust()).VerifyScreen,
  },
  {
    path: '/trust/checkpoints',
    title: 'Checkpoints',
    who: 'admin',
    load: async () => (await trust()).CheckpointsScreen,
  },
  {
    path: '/trust/redactions',
    title: 'Redactions',
    who: 'admin',
    load: async () => (await trust()).RedactionsScreen,
  },
  {
    path: '/trust/erasures',
    title: 'Erasures',
    who: 'admin',
    load: async () => (await trust()).ErasuresScreen,
  },
  {
    path: '/operations',
    title: 'Operations',
    who: 'admin',
    inNavigation: true,
    load: async () => (await operations()).OperationsScreen,
  },
  {
    path: '/operations/metrics',
    title: 'Metrics',
    who: 'admin',
    load: async () => (await operations()).MetricsScreen,
  },
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
  CONNECT,
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
