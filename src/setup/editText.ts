import { sha256Hex } from '../domain/hash.js';
import { FileProblem } from './configFile.js';
import { type Edited, onlyPiece, type Piece, type There, type Wanted } from './wantedFile.js';

const START = '<!-- memory-vault: start -->';
const END = '<!-- memory-vault: end -->';
/** How changes name the block. */
const BLOCK = 'instructions';

/** The text with our block at its end, or in its old place. Throws a `FileProblem`. */
export function setUpText(
  { path, block, seed = '' }: Wanted<'text'>,
  text: string,
  pieces: readonly Piece[],
): Edited {
  const present = blockIn(path, text);
  if (present?.inside === block) return { text, pieces, changes: [{ state: 'same', what: BLOCK }] };
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  const lines = `${START}\n${block}\n${END}`.replaceAll('\n', newline);
  const hash = sha256Hex(block);
  if (present) {
    const piece = noted(present, pieces);
    if (!piece) return { text, pieces, changes: [{ state: 'kept', what: BLOCK }] };
    return {
      text: text.slice(0, present.start) + lines + text.slice(present.end),
      pieces: [{ ...piece, hash }],
      changes: [{ state: 'updated', what: BLOCK }],
    };
  }
  const gap = text === '' ? seed : text.endsWith('\n') ? '\n' : '\n\n';
  const lead = gap.replaceAll('\n', newline);
  return {
    text: `${text}${lead}${lines}${newline}`,
    pieces: [onlyPiece(hash, { lead, tail: newline })],
    changes: [{ state: 'added', what: BLOCK }],
  };
}

/** What setup noted about a block, if that is unchanged since. */
function noted({ inside }: Block, pieces: readonly Piece[]): Piece | undefined {
  return pieces.find(({ hash }) => hash === sha256Hex(inside));
}

/** The text without our block, where that is unchanged. Undefined when nothing is left. Throws a `FileProblem`. */
export function takeBackText(path: string, text: string, pieces: readonly Piece[]): Edited {
  const present = blockIn(path, text);
  if (!present) return { text, pieces: [], changes: [] };
  const piece = noted(present, pieces);
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

/** The block in a text. What stands between our marks is ours, also where the notes of setup are lost. */
export function thereInText(path: string, text: string): readonly There[] {
  const present = blockIn(path, text);
  if (!present) return [];
  const tail = /^\r?\n/.exec(text.slice(present.end))?.[0] ?? '';
  const older = onlyPiece(sha256Hex(present.inside), { lead: '', tail });
  return [{ what: BLOCK, value: undefined, older }];
}

/** A block with its marks: where it starts and ends, and the lines between them. */
interface Block {
  readonly start: number;
  readonly end: number;
  readonly inside: string;
}

/** The block between our marks. Throws a `FileProblem` for one mark without the other. */
function blockIn(path: string, text: string): Block | undefined {
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

/** The text when what stood between `before` and `after` is taken out: their lines stay apart. */
export function closedUp(before: string, after: string, newline: string): string {
  const wouldJoin = before !== '' && !before.endsWith('\n') && after !== '';
  return `${before}${wouldJoin ? newline : ''}${after}`;
}
