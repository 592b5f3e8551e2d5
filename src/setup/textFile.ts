import { sha256Hex } from '../domain/hash.js';
import { tryParse } from '../domain/json.js';
import { FileProblem } from './configFile.js';
import { type Format, onlyPiece, type Piece, type Wanted } from './wantedFile.js';

const START = '<!-- memory-vault: start -->';
const END = '<!-- memory-vault: end -->';

const isWritten = (text: string, pieces: readonly Piece[]) =>
  pieces.some(({ hash }) => hash === sha256Hex(text));

/** A text with our block at its end, or in its old place. What stands between our marks is ours, also where the notes of setup are lost. */
export function blockFormat({ path, block, seed = '' }: Wanted<'text'>): Format {
  const what = 'instructions';
  return {
    what,
    places(text = '') {
      const value = blockIn(path, text)?.inside;
      const older = value === undefined ? undefined : onlyPiece(sha256Hex(value));
      return [{ what, value, isAsWanted: value === block, older }];
    },
    add(text = '', before = '') {
      const newline = /\r?\n/.exec(before)?.[0] ?? '\n';
      const lines = `${START}\n${block}\n${END}`.replaceAll('\n', newline);
      const pieces = [onlyPiece(sha256Hex(block))];
      const gap = text === '' ? seed : text.endsWith('\n') ? '\n' : '\n\n';
      const added = (block: string) => `${gap.replaceAll('\n', newline)}${block}${newline}`;
      const old = blockIn(path, before);
      // Where an older block stands as it was added, the new one is added like it: then the way back is known.
      if (old && before !== text + added(before.slice(old.start, old.end)))
        return { text: before.slice(0, old.start) + lines + before.slice(old.end), pieces };
      const insertion = [text.length, added(lines).length] as const;
      return { text: text + added(lines), pieces, insertions: [insertion] };
    },
    remove(text, pieces, isMade) {
      const present = blockIn(path, text);
      if (!present) return { text, gone: [], left: [] };
      if (!isWritten(present.inside, pieces)) return { text, gone: [], left: pieces };
      // With the end of its line, and the blank line that setup puts above it.
      const above = withoutBlank(text.slice(0, present.start));
      const rest = above + text.slice(present.end).replace(/^\r?\n/, '');
      const isEmpty = rest === '' || (isMade && rest === withoutBlank(seed));
      return { text: isEmpty ? undefined : rest, gone: pieces, left: [] };
    },
  };
}

/** A text without the blank line at its end. */
const withoutBlank = (text: string) => text.replace(/(^|\n)\r?\n$/, '$1');

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
      `it has the line ${there}, but not ${gone}. Remove that line yourself`,
    );
  }
  const inside = text.slice(start + START.length, close).replaceAll('\r\n', '\n');
  return { start, end: close + END.length, inside: inside.replace(/^\n/, '').replace(/\n$/, '') };
}

/** A file that is all ours: it is replaced and removed as long as nobody changed it. */
export function wholeFormat({ text: wanted, isOlder }: Wanted<'whole'>): Format {
  const what = 'the whole file';
  return {
    what,
    places(text) {
      if (text === undefined) return [{ what, value: undefined, isAsWanted: false }];
      // Its strings are written as in JSON.
      const value = [...text.matchAll(/"(?:[^"\\\n]|\\.)*"/g)].map(([one]) => tryParse(one));
      const older = isOlder(text) ? onlyPiece(sha256Hex(text)) : undefined;
      return [{ what, value, isAsWanted: text === wanted, older }];
    },
    add: () => ({ text: wanted, pieces: [onlyPiece(sha256Hex(wanted))] }),
    remove: (text, pieces) =>
      isWritten(text, pieces)
        ? { text: undefined, gone: pieces, left: [] }
        : { text, gone: [], left: pieces },
  };
}
