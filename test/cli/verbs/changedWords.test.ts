import fc from 'fast-check';
import picocolors from 'picocolors';
import { expect, test } from 'vitest';
import { changedWords } from '../../../src/cli/verbs/historyVerb.js';

const plain = { colours: picocolors.createColors(false) };
const coloured = { colours: picocolors.createColors(true) };

test('words that went and came are marked, without colours by brackets', () => {
  const changed = changedWords('one two three', 'one 2 three', plain);
  expect(changed).toBe('one [-two-]{+2+} three');
  const colours = changedWords('one two three', 'one 2 three', coloured);
  expect(colours).toBe('one \u001b[31mtwo\u001b[39m\u001b[32m2\u001b[39m three');
});

test('lines far from a change are counted', () => {
  const lines = Array.from({ length: 20 }, (_, i) => `line ${i}`);
  const after = lines.with(10, 'changed 10');
  expect(changedWords(lines.join('\n'), after.join('\n'), plain)).toBe(
    [
      '… 8 lines as before',
      'line 8',
      'line 9',
      '[-line-]{+changed+} 10',
      'line 11',
      'line 12',
      '… 7 lines as before',
    ].join('\n'),
  );
});

test('without the marks, the words are those of the two texts', () => {
  const words = fc.array(fc.constantFrom('a', 'bb', 'c.', 'dd', '\n', 'e'), { maxLength: 5 });
  fc.assert(
    fc.property(words, words, (one, other) => {
      const [before, after] = [one.join(' '), other.join(' ')];
      const changed = changedWords(before, after, plain);
      const bare = (text: string) => text.replace(/\s+/g, '');
      const went = changed.replace(/\{\+.*?\+\}/gs, '').replace(/\[-|-\]/g, '');
      const came = changed.replace(/\[-.*?-\]/gs, '').replace(/\{\+|\+\}/g, '');
      fc.pre(!changed.includes('as before'));
      expect([bare(went), bare(came)]).toEqual([bare(before), bare(after)]);
    }),
  );
});

test('a text that shares nothing with the one before is replaced as a whole', () => {
  const [before, after] = ['a', 'b'].map((letter) =>
    Array.from({ length: 3000 }, (_, i) => `${letter}${i}`).join(' '),
  );
  const changed = changedWords(before ?? '', after ?? '', plain);
  expect(changed).toBe(`[-${before}-]{+${after}+}`);
});

test('controls in a change are shown as code points', () => {
  expect(changedWords('x', '\u001b[31mx', plain)).not.toContain('\u001b');
});
