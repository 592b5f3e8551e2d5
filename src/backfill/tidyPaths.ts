import { sep } from 'node:path';

/** Where a conversation was held. All are absolute. */
export interface Places {
  /** Where the files of the project are. */
  readonly root: string;
  /** The folder that the agent worked in. */
  readonly folder: string;
  readonly home: string;
}

/** A path with `~` for the home directory. */
export function shortPath(path: string, home: string): string {
  return path === home || path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}

/** What stands in a name of a file; a blank ends it. */
const LETTER = '\\p{L}\\p{M}\\p{N}_@+-';
const NAME = `[.${LETTER}]+`;
const SLASH = '(?:[\\\\/]{1,2}|%2[Ff]|%5[Cc])';
/**
 * What a path may follow at once: letters of scripts without blanks, an option such as `-I`, `@`, and the host of an address that is
 * not of the web.
 */
const BEFORE = `(?<!\\bhttps?)://[\\w.-]{1,64}|[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}]|(?<![.\\\\/${LETTER}])(?:--?\\w{0,20}|@)`;
/** One that begins in the middle of another path is none, and neither is what follows `https:`. */
const START = `(?:(?<![.~${LETTER}]|:/)|(?<=${BEFORE}))(?!(?<=:)//)`;
/** Behind a whole name: a full stop may end the sentence. */
const END = `(?![${LETTER}]|\\.[${LETTER}])`;
const DRIVE = '(?:[A-Za-z]:)?';

/** The home of a user on any machine, below whatever it is mounted at: also of one who worked here before. */
const ANY_HOME = new RegExp(
  `${START}${DRIVE}(?:(?:${SLASH}${NAME}){0,9}?${SLASH}(?:home|Users)${SLASH}${NAME}|/(?:var/)?root${END})`,
  'gu',
);
/** As agents name what they keep of a folder: `-home-ann-shop`. */
const DASHED_HOME = /(?<=[\\/])-(?:home|Users)-[\p{L}\p{N}]+(?![\p{L}\p{N}])/gu;
/** `~ann` is the home of ann. */
const NAMED_HOME = new RegExp(`(?<![.${LETTER}])~${NAME}(?=[\\\\/])`, 'gu');
/** An absolute path of at least one folder, and its last name. Those of devices, such as `/dev/null`, are the same everywhere. */
const ABSOLUTE = new RegExp(
  `${START}${DRIVE}${SLASH}(?!dev/)(?:${NAME}${SLASH})+([.${LETTER}]*)`,
  'gu',
);

/** Takes out of texts where somebody keeps his files, which is nobody else's business, and other on each machine. */
export function tidyPaths({ root, folder, home }: Places) {
  // The folder may be another name of one in the project, by a link.
  const ofProject = folder === root || folder.startsWith(root + sep) ? [root] : [root, folder];
  const named = [...ofProject.map((path) => naming(path, '.')), naming(home, '~')];

  /** The root of the project is `.`, and a home is `~`. */
  function places(text: string): string {
    const known = named.reduce((said, { whole, short }) => said.replace(whole, short), text);
    return known.replace(ANY_HOME, '~').replace(NAMED_HOME, '~').replace(DASHED_HOME, '~');
  }
  return {
    places,
    /** Of other absolute paths, only the last name is left. */
    all: (text: string): string =>
      places(text).replace(ABSOLUTE, (_, last: string) => last || `…${sep}`),
  };
}

export type Tidy = ReturnType<typeof tidyPaths>;

/** Finds a path as a whole, or where another one begins with it, also with dashes for slashes. `/` is nothing to look for. */
function naming(path: string, short: string): { readonly whole: RegExp; readonly short: string } {
  const names = path.split(/[\\/]/).map((name) => name.replace(/[.*+?^${}()|[\]]/g, '\\$&'));
  if (names.at(-1) === '') names.pop();
  const isNone = names.every((name) => name === '');
  const dashed = `(?<=[\\\\/])${path.replaceAll(/[^\p{L}\p{N}]/gu, '-')}(?![\\p{L}\\p{N}])`;
  const plain = `${START}${names.join(SLASH)}${END}|${dashed}`;
  return { whole: isNone ? /(?!)/ : new RegExp(plain, 'gu'), short };
}
