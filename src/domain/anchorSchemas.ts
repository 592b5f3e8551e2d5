import { z } from 'zod';
import { type Anchor, MOST_ANCHORS, MOST_FOLDERS, SHOWN_DIGITS } from './anchor.js';
import { optional, text } from './fields.js';

/** The longest path, as in Linux; also that of a branch or a symbol. In code points. */
const LONGEST = 1024;

/** A place in a repository, from its root and with `/`: it is the same on every machine. */
const path = (longest: number) =>
  text(1, longest)
    .refine((given) => !isOutside(given), RELATIVE)
    .overwrite(normalised)
    .refine((given) => given !== '' && !given.endsWith('/'), 'must name a file')
    .refine(
      (given) => given.split('/').length <= MOST_FOLDERS + 1,
      `must be in at most ${MOST_FOLDERS} folders`,
    );

const RELATIVE = 'must be relative to the repository, with "/" and without ".."';

const normalised = (given: string) => given.replace(/^(?:\.\/+)+/, '').replaceAll(/\/{2,}/g, '/');

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

/** The members of an anchor. Names can be `times` as long once they are redacted. */
const members = (times: number) => ({
  path: optional(path(times * LONGEST)).meta({
    description: 'A file, from the root of the repository, with `/`.',
  }),
  lines: optional(Lines).meta({ description: 'Lines of it, such as `10-24`; from 1.' }),
  symbol: optional(text(1, times * LONGEST)).meta({
    description: 'A function, class or setting in it.',
  }),
  hash: optional(hex(8, 64, '')).meta({
    description:
      'The first digits of the SHA-256 of the text of these lines, or of the file: lines end with LF. ' +
      'A client tells by it whether the text has changed.',
  }),
  commit: optional(Commit).meta({ description: 'The commit at which that was so.' }),
  branch: optional(text(1, times * LONGEST)),
});

const anchorsOf = (anchor: z.ZodType<Anchor>) =>
  z
    .array(
      anchor
        .refine((one) => one.path ?? one.commit ?? one.branch, {
          path: ['path'],
          message: 'is required without a commit and a branch',
        })
        .refine(({ path, lines, symbol, hash }) => path ?? !(lines ?? symbol ?? hash), {
          path: ['path'],
          message: 'is required for lines, symbol and hash',
        }),
    )
    .max(MOST_ANCHORS, `must be at most ${MOST_ANCHORS} anchors`);

export const Anchors = anchorsOf(z.strictObject(members(1))).meta({ id: 'Anchors' });
/** As they are stored: redaction can make a name longer than a caller may send. */
export const StoredAnchors = anchorsOf(z.strictObject(members(4)));
/** Of another vault: one of a newer version may say more. */
export const ReceivedAnchors = anchorsOf(z.object(members(4)));

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
  .refine((given) => !isOutside(given), RELATIVE)
  .overwrite(normalised)
  .refine((given) => given !== '', 'must name a file or a folder');
