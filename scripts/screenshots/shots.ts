import type { Filled } from '../../tools/page/fill/fillVault.js';
import type { OpenPage, View } from '../../tools/page/openPage.js';

/** A picture of the page. */
export interface Shot {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly place: (filled: Filled) => string;
  /** By default 1280 by 800 pixels, light. */
  readonly view?: View;
  /** Taken without a login; by default the owner is logged in. */
  readonly anonymous?: true;
  /** What is done before it is taken. */
  readonly steps?: (open: OpenPage, filled: Filled) => Promise<void>;
}

const PHONE = { width: 360, height: 740 } as const;
const DARK = { theme: 'dark' } as const;
const TALL = { height: 1100 } as const;

export const SHOTS: readonly Shot[] = [
  { name: 'home', place: () => '#/', view: TALL },
  { name: 'home-dark', place: () => '#/', view: DARK },
  { name: 'search', place: () => '#/search?q=idempotency+key', view: TALL },
  { name: 'search-phone', place: () => '#/search?q=retry', view: { ...PHONE, ...DARK } },
  { name: 'note', place: ({ revised }) => `#/note/${revised}`, view: TALL },
  { name: 'note-phone', place: ({ successor }) => `#/note/${successor}`, view: PHONE },
  { name: 'project', place: ({ project }) => `#/project/${project}`, view: TALL },
  { name: 'conventions', place: ({ project }) => `#/project/${project}/conventions` },
  { name: 'sessions', place: () => '#/sessions' },
  { name: 'session', place: ({ sessions }) => `#/sessions/${sessions.ended}` },
  { name: 'prompts', place: () => '#/prompts' },
  { name: 'prompt', place: ({ prompt }) => `#/prompts/${prompt}` },
  { name: 'trust', place: () => '#/trust' },
  { name: 'verify', place: () => '#/trust/verify' },
  { name: 'checkpoints', place: () => '#/trust/checkpoints' },
  { name: 'redactions', place: () => '#/trust/redactions' },
  { name: 'erasures', place: () => '#/trust/erasures' },
  { name: 'operations', place: () => '#/operations', view: { ...TALL, ...DARK } },
  { name: 'metrics', place: () => '#/operations/metrics' },
  { name: 'people', place: () => '#/people' },
  { name: 'team', place: ({ people }) => `#/people/${people.payments}` },
  { name: 'login', place: () => '#/login', view: PHONE, anonymous: true },
  { name: 'join', place: () => '#/join', view: PHONE, anonymous: true },
  { name: 'docs', place: () => 'docs' },
];
