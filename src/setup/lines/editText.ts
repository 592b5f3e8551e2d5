import { sha256Hex } from '../../domain/sha256.js';
import type { Edited, Piece } from '../change.js';
import { FileProblem } from '../fileProblem.js';
import type { WantedFile } from '../wantedFile.js';
import { closedUp } from './closedUp.js';

type WantedText = Extract<WantedFile, { kind: 'text' }>;

const START = '<!-- memory-vault: start -->';
const END = '<!-- memory-vault: end -->';
/** How changes name the block. */
export const BLOCK = 'instructions';

/** The text with our block at its end, or in its old place. Throws a `FileProblem`. */
export function setUpText(wanted: WantedText, text: string, pieces: readonly Piece[]): Edited {
  const { path, block, seed = '' } = wanted;
  const present = blockIn(path, text);
  if (present?.inside === block) return { text, pieces, changes: [{ state: 'same', what: BLOCK }] };
  const before = takeBackText(path, text, pieces).text ?? '';
  if (blockIn(path, before)) return { text, pieces, changes: [{ state: 'kept', what: BLOCK }] };
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  const gap = before === '' ? seed : before.endsWith('\n') ? '\n' : '\n\n';
  const lead = gap.replaceAll('\n', newline);
  const lines = `${START}\n${block}\n${END}`.replaceAll('\n', newline);
  const piece = {
    ...{ pointer: [], element: false, made: false, hash: sha256Hex(block) },
    around: { lead, tail: newline },
  };
  return {
    text: `${before}${lead}${lines}${newline}`,
    pieces: [piece],
    changes: [{ state: present ? 'updated' : 'added', what: BLOCK }],
  };
}

/** The text without our block, where that is unchanged. Undefined when nothing is left. Throws a `FileProblem`. */
export function takeBackText(path: string, text: string, pieces: readonly Piece[]): Edited {
  const present = blockIn(path, text);
  if (!present) return { text, pieces: [], changes: [] };
  const piece = pieces.find(({ hash }) => hash === sha256Hex(present.inside));
  if (!piece) return { text, pieces, changes: [{ state: 'kept', what: BLOCK }] };
  const { lead = '', tail = '' } = piece.around ?? {};
  const start = text.slice(0, present.start).endsWith(lead)
    ? present.start - lead.length
    : present.start;
  const end = text.startsWith(tail, present.end) ? present.end + tail.length : present.end;
  const newline = /\r?\n/.exec(lead)?.[0] ?? '';
  const rest = closedUp(text.slice(0, start), text.slice(end), newline);
  return {
    text: rest === '' ? undefined : rest,
    pieces: [],
    changes: [{ state: 'removed', what: BLOCK }],
  };
}

/** What stands between our marks is ours, also where the notes of setup are lost. */
export function olderText(path: string, text: string): readonly Piece[] {
  const present = blockIn(path, text);
  if (!present) return [];
  const tail = /^\r?\n/.exec(text.slice(present.end))?.[0] ?? '';
  const hash = sha256Hex(present.inside);
  return [{ pointer: [], element: false, made: false, hash, around: { lead: '', tail } }];
}

/** The block between our marks, and where it is. Throws a `FileProblem` for one mark without the other. */
function blockIn(path: string, text: string) {
  const start = text.indexOf(START);
  const close = text.indexOf(END, Math.max(start, 0));
  if (start === -1 && close === -1) return undefined;
  if (start === -1 || close === -1) {
    const [there, gone] = start === -1 ? [END, START] : [START, END];
    throw new FileProblem(
      path,
      `it has the line ${there} without ${gone}. Remove that line yourself`,
    );
  }
  const inside = text.slice(start + START.length, close).replaceAll('\r\n', '\n');
  return { start, end: close + END.length, inside: inside.replace(/^\n/, '').replace(/\n$/, '') };
}
