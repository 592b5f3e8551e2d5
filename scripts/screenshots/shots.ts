import type { Filled } from '../../tools/page/fill/fillVault.js';
import type { OpenPage, View } from '../../tools/page/openPage.js';
import type { PageVault } from '../../tools/page/pageVault.js';
import { answerPicture } from './answerPicture.js';

/** A picture of the page, with the owner logged in. */
export interface Shot {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly place: (filled: Filled) => string;
  /** By default 1280 by 800 pixels, light. */
  readonly view?: View;
  /** Makes the picture; by default it is what the window shows. */
  readonly picture?: (open: OpenPage, filled: Filled, vault: PageVault) => Promise<Buffer>;
}

const PHONE = { width: 360, height: 740 } as const;
const DARK = { theme: 'dark' } as const;
const TALL = { height: 1100 } as const;

/** What a note and its proof take of a window, where the other parts of the screen are left out. */
const HALF = { width: 570, height: 422 } as const;
const noteOf = ({ successor }: Filled) => `#/note/${successor}`;
/** The day before a note took the place of another one. */
const BEFORE = '#/search?q=idempotency+key&project=checkout&as_of=2026-11-08T12:00:00.000Z';
const WIDE = { width: 1180, height: 720 } as const;

export const SHOTS: readonly Shot[] = [
  { name: 'answer', place: noteOf, view: HALF, picture: answerPicture },
  { name: 'answer-dark', place: noteOf, view: { ...HALF, ...DARK }, picture: answerPicture },
  { name: 'as-of', place: () => BEFORE, view: WIDE },
  { name: 'as-of-dark', place: () => BEFORE, view: { ...WIDE, ...DARK } },
  { name: 'home', place: () => '#/', view: TALL },
  { name: 'home-dark', place: () => '#/', view: { ...TALL, ...DARK } },
  { name: 'search', place: () => '#/search?q=idempotency+key' },
  { name: 'note', place: ({ revised }) => `#/note/${revised}`, view: TALL },
  { name: 'note-phone', place: ({ successor }) => `#/note/${successor}`, view: PHONE },
  { name: 'project', place: ({ project }) => `#/project/${project}`, view: TALL },
  { name: 'session', place: ({ sessions }) => `#/sessions/${sessions.ended}` },
  { name: 'trust', place: () => '#/trust' },
  { name: 'checkpoints', place: () => '#/trust/checkpoints' },
  { name: 'operations', place: () => '#/operations', view: { ...TALL, ...DARK } },
];
