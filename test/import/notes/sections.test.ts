import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { headingsOf, sectionsOf } from '../../../src/import/notes.js';
import { oddStrings } from '../../support/oddValues.js';

/** Enough text that a file is not small. */
const FILL = `${'Words that fill a section. '.repeat(80)}\n`;

const outline = (text: string) =>
  sectionsOf(text).map(({ heading, nth, text: part }) => [heading, nth, part.replace(FILL, '…')]);

test('a text is divided by its topmost headings, and its title is none of them', () => {
  const text = `# CLAUDE.md\nIntro\n## Build\n${FILL}### Deep\ndeep\n## Test ##\ntests\n`;
  expect(outline(text)).toEqual([
    ['CLAUDE.md', 1, 'Intro\n'],
    ['Build', 1, '…### Deep\ndeep\n'],
    ['Test', 1, 'tests\n'],
  ]);
});

test('several headings of the first level divide a text, and those below do not', () => {
  const text = `before\n# A\n${FILL}## B\nb\n# C\nc\n`;
  expect(outline(text)).toEqual([
    ['', 1, 'before\n'],
    ['A', 1, '…## B\nb\n'],
    ['C', 1, 'c\n'],
  ]);
});

test('a small text is one section, and so is one without several headings', () => {
  expect(outline('# A\na\n# B\nb\n')).toEqual([['', 1, '# A\na\n# B\nb\n']]);
  expect(outline(`# A\n${FILL}`)).toEqual([['', 1, '# A\n…']]);
});

test('sections with the same heading are counted', () => {
  const text = `# A\n${FILL}# A\n1\n# \n2\n# A\n3`;
  expect(sectionsOf(text).map(({ heading, nth }) => [heading, nth])).toEqual([
    ['A', 1],
    ['A', 2],
    ['', 2],
    ['A', 3],
  ]);
});

test('a fence of code is never cut apart', () => {
  const code = '```sh\n# not a heading\n```\n';
  const text = `# A\n${FILL}${code}# B\n~~~\n# nor this\n~~~\n`;
  expect(outline(text)).toEqual([
    ['A', 1, `…${code}`],
    ['B', 1, '~~~\n# nor this\n~~~\n'],
  ]);
});

describe('a heading', () => {
  test.each([
    ['# A', 'A'],
    ['   ###  A b  ', 'A b'],
    ['# A ###', 'A'],
    ['# A#', 'A#'],
    ['# C# #', 'C#'],
    ['#\tA', 'A'],
    ['#', ''],
    ['# #', ''],
  ])('%j is called %j', (line, title) => {
    expect(headingsOf(line).map((heading) => heading.title)).toEqual([title]);
  });

  test.each(['#A', '    # A', '####### A', 'a # b', '\\# A'])('%j is none', (line) => {
    expect(headingsOf(line)).toEqual([]);
  });
});

test('the sections of any text hold all of it but the headings, in its order', () => {
  const piece = fc.oneof(fc.constantFrom('\n# A\n', '\n## B\n', '\n```\n', FILL), oddStrings);
  fc.assert(
    fc.property(fc.array(piece, { minLength: 3, maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      const sections = sectionsOf(text);
      let rest = text;
      for (const section of sections.toReversed()) {
        expect(rest.endsWith(section.text)).toBe(true);
        rest = rest.slice(0, rest.length - section.text.length);
        const line = rest.replace(/\n$/, '').split('\n').at(-1) ?? '';
        const [heading] = headingsOf(line);
        expect(heading?.title ?? '').toBe(section.heading);
        rest = rest.slice(0, rest.length - line.length - (rest.endsWith('\n') ? 1 : 0));
      }
      expect(rest.trim()).toBe('');
      expect(new Set(sections.map(({ heading, nth }) => `${heading} ${nth}`)).size).toBe(
        sections.length,
      );
    }),
    { numRuns: 500 },
  );
});

test('the last of 10,000 sections has all that follows', () => {
  const sections = sectionsOf('# a\n'.repeat(20_000));
  expect(sections).toHaveLength(10_000);
  expect(sections.at(-1)?.text).toBe('# a\n'.repeat(10_000));
});
