import { z } from 'zod';
import { type Anchor, SHOWN_DIGITS } from './anchor.js';
import { optional, text } from './fields.js';

/** The longest path, as in Linux; also that of a branch or a symbol. In code points. */
const LONGEST = 1024;

/** The most anchors of a note. */
const MOST = 20;

/** A place in a repository, from its root and with `/`: it is the same on every machine. */
const path = (longest: number) =>
  text(1, longest)
    .refine((given) => !isOutside(given), 'must be relative to the repository, without ".." in it')
    .overwrite((given) => given.replace(/^(?:\.\/+)+/, '').replaceAll(/\/{2,}/g, '/'))
    .refine((given) => given !== '' && !given.endsWith('/'), 'must name a file');

const isOutside = (given: string) =>
  /^[/\\]|^[A-Za-z]:[/\\]|\\/.test(given) || given.split('/').includes('..');

const Lines = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,6}(?:-[1-9]\d{0,6})?$/, 'must be a line or a range such as 10-24')
  .refine((lines) => {
    const [first = 0, last = first] = lines.split('-').map(Number);
    return last >= first;
  }, 'must not end before it begins');

const hex = (least: number, most: number, such: string) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(
      new RegExp(`^[0-9a-f]{${least},${most}}$`),
      `must be ${least} to ${most} hex digits${such}`,
    );

/** A commit of Git, whole or its first digits. */
export const Commit = hex(SHOWN_DIGITS, 64, ' of a commit');

/** An anchor. Names can be `times` as long once they are redacted. */
const anchor = (times: number): z.ZodType<Anchor> => {
  const name = text(1, times * LONGEST);
  return z
    .strictObject({
      path: optional(path(times * LONGEST)).meta({
        description: 'A file, from the root of the repository, with `/`.',
      }),
      lines: optional(Lines).meta({ description: 'Lines of it, such as `10-24`; from 1.' }),
      symbol: optional(name).meta({ description: 'A function, class or setting in it.' }),
      hash: optional(hex(8, 64, '')).meta({
        description:
          'The first digits of the SHA-256 of the text of these lines, or of the file: lines end with LF. ' +
          'A client tells by it whether the text has changed.',
      }),
      commit: optional(Commit).meta({ description: 'The commit at which that was so.' }),
      branch: optional(name),
    })
    .refine((one) => one.path ?? one.commit ?? one.branch, {
      path: ['path'],
      message: 'is required where there is no commit and no branch',
    })
    .refine(({ path, lines, symbol, hash }) => path ?? !(lines ?? symbol ?? hash), {
      path: ['path'],
      message: 'is required for lines, symbol and hash',
    });
};

const anchors = (times: number) =>
  z.array(anchor(times)).max(MOST, `must be at most ${MOST} anchors`);

export const Anchors = anchors(1).meta({ id: 'Anchors' });
/** As they are stored: redaction can make a name longer than a caller may send. */
export const StoredAnchors = anchors(4);

/** An anchor as answers show it. */
export const ShownAnchor = z
  .object({
    path: z.string().optional(),
    lines: z.string().optional(),
    symbol: z.string().optional(),
    hash: z.string().optional(),
    commit: z.string().optional(),
    branch: z.string().optional(),
  })
  .meta({ id: 'Anchor', description: 'What a note is about.' });

/** A path to look notes up by: of a file, or of a folder with `/` at its end. */
export const PathOrFolder = text(1, LONGEST)
  .refine((given) => !isOutside(given), 'must be relative to the repository, without ".." in it')
  .overwrite((given) => given.replace(/^(?:\.\/+)+/, '').replaceAll(/\/{2,}/g, '/'));
