/** The characters that one place of a pattern takes: which ones of ASCII, and whether there may be others. */
export interface Characters {
  readonly source: string;
  readonly ascii: ReadonlySet<number>;
  readonly beyond: boolean;
}

/** Sources that take nothing beyond ASCII; of all the others it is assumed that they do. */
const ASCII_ONLY =
  /^(?:[^\P{ASCII}.\\]|\\[dwtnrfv0]|\\[^A-Za-z0]|\[(?!\^)(?:[^\P{ASCII}\\\]]|\\[dwtnrfvb0]|\\[^A-Za-z0])*\])$/u;

const known = new Map<string, Characters>();

/** The characters of a class, an escape or a character, as the source of a pattern with the flags given. */
export function charactersOf(source: string, flags = 'u'): Characters {
  const before = known.get(`${flags} ${source}`);
  if (before) return before;
  const pattern = new RegExp(`^(?:${source})$`, flags);
  const codes = Array.from({ length: 128 }, (_, code) => code);
  const ascii = new Set(codes.filter((code) => pattern.test(String.fromCharCode(code))));
  const characters = { source, ascii, beyond: !ASCII_ONLY.test(source) };
  known.set(`${flags} ${source}`, characters);
  return characters;
}

/** Whether there may be a character that all of them take. */
export function overlap(...all: readonly Characters[]): boolean {
  const [first, ...rest] = all;
  if (first === undefined) return true;
  if (all.every(({ beyond }) => beyond)) return true;
  return [...first.ascii].some((code) => rest.every(({ ascii }) => ascii.has(code)));
}

/** Whether `one` surely takes nothing that `other` does not. */
export function isWithin(one: Characters, other: Characters): boolean {
  if (one.source === other.source) return true;
  return !one.beyond && [...one.ascii].every((code) => other.ascii.has(code));
}
