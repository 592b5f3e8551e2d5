import { expect, test } from 'vitest';
import { learningsIn } from '../../src/hook/learnings.js';

test.each([
  ['## Key learnings', '- One fact stands here'],
  ['### Key Learnings:', '* One fact stands here'],
  ['**Key learnings**', '1. One fact stands here'],
  ['**Key Learnings:**', '1) One fact stands here'],
  ['Key learnings:', '• One fact stands here'],
  ['Learnings', '  + One fact stands here  '],
  ['## LEARNINGS ##', '\n- One fact stands here'],
])('what stands below %j is taken: %j', (heading, bullet) => {
  expect(learningsIn(`Done.\r\n\r\n${heading}\r\n${bullet}\n`)).toEqual(['One fact stands here']);
});

test.each([
  ['no heading', '- One fact stands here'],
  ['another heading', '## Next steps\n- One fact stands here'],
  ['a sentence with the word', 'My key learnings are many.\n- One fact stands here'],
  ['a heading after it', '## Learnings\n## Next steps\n- One fact stands here'],
  ['a bold heading after it', '## Learnings\n**Next steps**\n- One fact stands here'],
  ['a paragraph', '## Learnings\nOne fact stands here'],
  ['two words', '## Learnings\n- None yet'],
  ['code', '```\n## Learnings\n- One fact stands here\n```'],
  ['code below the heading', '## Learnings\n~~~\n- One fact stands here\n~~~'],
  ['a bullet of a bullet', '## Learnings\n      - One fact stands here'],
  ['a line that nobody wrote', `## Learnings\n- One fact ${'stands here '.repeat(1000)}`],
])('of %s, nothing is taken', (_, message) => {
  expect(learningsIn(message)).toEqual([]);
});

test('a bullet goes on to the next bullet, heading or blank line, and is taken once', () => {
  const message = [
    '## Learnings',
    '- The first fact',
    '  goes on here.',
    '- The second fact stands here',
    '',
    'A paragraph of no bullet.',
    '- The second fact stands here',
    '## Done',
    '- What comes now',
  ].join('\n');
  expect(learningsIn(message)).toEqual([
    'The first fact goes on here.',
    'The second fact stands here',
  ]);
});

test('at most 20 are taken of one message', () => {
  const bullets = Array.from({ length: 30 }, (_, i) => `- Fact number ${i} stands here`);
  expect(learningsIn(`## Learnings\n${bullets.join('\n')}`).length).toBe(20);
});
