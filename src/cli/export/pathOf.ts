import type { ArchiveLine } from '../../domain/archive/archiveLine.js';
import { sha256Hex } from '../../domain/hash.js';
import { projectKey } from '../../domain/names.js';
import { unreachable } from '../../domain/unreachable.js';
import { shortId } from '../terminal/format.js';

/** Folders beside those of the projects. */
const FOLDERS = {
  note: 'no project',
  session: 'sessions',
  prompt: 'prompts',
  conventions: 'conventions',
  phases: 'phases',
  repository: 'repositories',
} as const satisfies Record<ArchiveLine['record'], string>;

/** Characters of a goal that can come into the name of a file. */
const HEAD = 100;

/** Where the file of a thing is, from the folder of the export. */
export function pathOf(line: ArchiveLine, free: ReturnType<typeof freePaths>): string {
  switch (line.record) {
    case 'note': {
      const start = `${dayOf(line.created_at)} ${slugOf(line.title)}`;
      return free(
        projectFolder(line.project),
        `${start} ${shortId(line.id)}`,
        `${start} ${line.id}`,
      );
    }
    case 'session': {
      const about = (line.goal || line.agent || line.project).slice(0, HEAD);
      const start = `${dayOf(line.started_at)} ${slugOf(about.toWellFormed())}`;
      return free(FOLDERS.session, `${start} ${shortId(line.id)}`, `${start} ${line.id}`);
    }
    case 'repository':
      return named(FOLDERS.repository, line.repository, line.team, free);
    case 'prompt':
      return named(FOLDERS.prompt, line.name, line.team, free);
    case 'conventions':
    case 'phases':
      return named(FOLDERS[line.record], projectKey(line.project), line.team, free);
    default:
      return unreachable(line);
  }
}

/** The folder of a project, which is the same for all its spellings. */
function projectFolder(project: string | undefined): string {
  if (project === undefined) return FOLDERS.note;
  return safeName(projectKey(project), Object.values(FOLDERS));
}

function named(
  folder: string,
  name: string,
  team: string | undefined,
  free: ReturnType<typeof freePaths>,
): string {
  const stem = safeName(team === undefined ? name : `${name} (${team})`);
  const digest = sha256Hex(`${name}\0${team ?? ''}`).slice(0, 16);
  return free(folder, stem, `${stem.slice(0, 20).toWellFormed()}~${digest}`);
}

const dayOf = (time: string) => time.slice(0, 10);

/** File systems that ignore case, or the form of a letter with marks, compare names in some such way. */
const compared = (path: string) => path.normalize('NFKC').toUpperCase().toLowerCase();

/**
 * Gives each thing a path `folder/stem.md` that no other has: that of the first stem which is free, and of the last one in any
 * case, which has to be unique.
 */
export function freePaths(): (folder: string, ...stems: readonly [string, ...string[]]) => string {
  const taken = new Set<string>();
  return (folder, ...stems) => {
    const paths = stems.map((stem) => `${folder}/${stem}.md`);
    const path = paths.find((one) => !taken.has(compared(one))) ?? paths.at(-1) ?? '';
    taken.add(compared(path));
    return path;
  };
}

/** Bytes of the longest name of a file or folder that is made of a text, with the digest behind it. */
const LONGEST = 100;

/** What a name on some system may not hold, and what Obsidian takes for a link or a tag. */
const FORBIDDEN = /[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*#^[\]%`]+/gu;
/** Names of devices under Windows, also with an ending; it takes `¹` for 1. */
const DEVICE = /^(con|prn|aux|nul|(?:com|lpt)[\d¹²³]|conin\$|conout\$)(\.|$)/i;

/**
 * A text as the name of a file or a folder, without an ending, on every system. Where something of the text had to change, a
 * digest of it follows, so that two texts never share a name. `reserved` are names that mean something else.
 */
export function safeName(text: string, reserved: readonly string[] = []): string {
  const name = text
    .normalize('NFC')
    .replace(FORBIDDEN, '-')
    .replace(/\s+/g, ' ')
    // Hidden under Unix, dropped by Windows.
    .replace(/^[. ]+|[. ]+$/g, '');
  const isTaken = DEVICE.test(name) || reserved.includes(name.toLowerCase());
  if (name === text && name !== '' && !isTaken && Buffer.byteLength(name) <= LONGEST) return name;
  const digest = sha256Hex(text).slice(0, 8);
  return `${cutToBytes(isTaken ? `_${name}` : name, LONGEST - digest.length - 1)}~${digest}`;
}

/** A title in lower case with a hyphen for everything that is no letter or digit; at most 72 bytes. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-');
  return cutToBytes(words.replace(/^-+/, ''), 72).replace(/-+$/, '') || 'untitled';
}

/** The first whole letters with their marks, of at most so many bytes. */
export function cutToBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  let cut = '';
  let length = 0;
  for (const [letter] of text.matchAll(/\P{M}\p{M}*|\p{M}/gu)) {
    length += Buffer.byteLength(letter);
    if (length > most) break;
    cut += letter;
  }
  return cut.trimEnd();
}
