import fc from 'fast-check';
import { type NoteLine, NoteLine as NoteLineSchema } from '../../src/domain/archive/archiveLine.js';
import { OBSERVATION_TYPES } from '../../src/domain/observationTypes.js';
import { formatTime } from '../../src/domain/time.js';
import { oddStrings } from './oddValues.js';

/** What YAML, Markdown or line ends could be confused by. */
const PIECES = [
  '---',
  '---\n',
  '...\n',
  '\n',
  '\r\n',
  '\r',
  '\t',
  ' ',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\\',
  'key: value',
  '- item',
  '# heading',
  '"',
  "'",
  '|',
  '>',
  '&a',
  '*a',
  '!!int 1',
  '%YAML',
  '@',
  'null',
  '~',
  'true',
  '0x1f',
  '2026-11-01',
  '1e3',
  '{a}',
  '[b]',
  '<<',
  '`',
  '```',
  '\u001b',
  'é',
];

const odd = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), oddStrings), { maxLength: 8 })
  .map((pieces) => pieces.join(''));

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ulid = fc
  .string({ unit: fc.constantFrom(...CROCKFORD), minLength: 25, maxLength: 25 })
  .map((end) => `0${end}`);

const name = fc.option(odd, { nil: undefined });

/** Paths that YAML could take for something else. */
const anchor = fc.record(
  {
    path: fc.constantFrom(
      'src/a.ts',
      '- a: b/#c.md',
      '"q".ts',
      'true',
      '42',
      '#x',
      '{a}/[b]',
      '決/定 .md',
    ),
    lines: fc.constantFrom('7', '10-24'),
    symbol: fc.constantFrom('charge', 'a: b', '# c', '007'),
    hash: fc.constant('0123456789012345'),
    commit: fc.constantFrom('0123456', '1e10000'),
    branch: fc.constantFrom('main', 'null', 'feature/#1: x'),
  },
  { requiredKeys: ['path'] },
);

/** Note lines with odd texts in every field, as a vault can hold them. */
export const oddNoteLines: fc.Arbitrary<NoteLine> = fc
  .record(
    {
      record: fc.constant('note'),
      id: ulid,
      type: fc.constantFrom(...OBSERVATION_TYPES),
      title: odd,
      content: odd,
      tags: fc.array(odd, { maxLength: 4 }),
      anchors: fc.array(anchor, { minLength: 1, maxLength: 3 }),
      project: name,
      team: name,
      country: name,
      author: name,
      session_id: ulid,
      created_at: fc.integer({ min: 0, max: 4_000_000_000 }).map(formatTime),
      supersedes: ulid,
      pinned: fc.constant(true),
    },
    { requiredKeys: ['record', 'id', 'type', 'title', 'content', 'tags', 'created_at'] },
  )
  .map((line) => NoteLineSchema.safeParse(line).data)
  .filter((line) => line !== undefined);
