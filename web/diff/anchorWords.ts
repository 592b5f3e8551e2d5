import type { Observation } from 'memory-vault-client';

/** A file, commit or branch that a note is about. */
export type Anchor = NonNullable<Observation['anchors']>[number];

/** As Git shows them, and as the API compares them. */
const COMMIT_DIGITS = 7;

/** `src/a.ts:10-24`; undefined without a file. */
export function fileIn({ path, lines }: Anchor): string | undefined {
  return path && lines ? `${path}:${lines}` : path;
}

/** `a1b2c3d`; undefined without a commit. */
export function commitIn({ commit }: Anchor): string | undefined {
  return commit?.slice(0, COMMIT_DIGITS);
}

/** `src/a.ts:10-24 charge a1b2c3d main`, as far as it is there. */
export function anchorWords(anchor: Anchor): string {
  return [fileIn(anchor), anchor.symbol, commitIn(anchor), anchor.branch].filter(Boolean).join(' ');
}

/** The files that are named in lines such as `src/a.ts` or `src/a.ts:10-24`. */
export function anchorsIn(text: string): Anchor[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [, path = line, lines] = /^(.+?):(\d[\d-]*)$/.exec(line) ?? [];
      return lines === undefined ? { path } : { path, lines };
    });
}
