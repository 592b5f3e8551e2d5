import type { HostileNote } from './hostileNote.js';

const LONGEST = 500_000;
const filled = (piece: string) => piece.repeat(Math.floor(LONGEST / piece.length));

/** Texts that are slow to read, to break into lines or to lay out. */
export const SIZES: readonly HostileNote[] = [
  { what: 'one line of 500 KB', content: filled('all on one line, ') },
  { what: 'one word of 500 KB', content: filled('Donaudampfschiff'), title: 'W'.repeat(100) },
  {
    what: 'a word in every list',
    content: 'x',
    tags: ['t'.repeat(50)],
    project: 'p'.repeat(200),
    author: 'a'.repeat(200),
  },
  { what: '250,000 lines', content: filled('x\n') },
  { what: '160,000 paragraphs', content: filled('x\n\n') },
  { what: '60,000 list items', content: filled('- item\n') },
  { what: 'a quote 100,000 deep', content: `${'> '.repeat(100_000)}deep`, shows: 'deep' },
  {
    what: 'a list 1,000 deep',
    content: Array.from({ length: 1000 }, (_, i) => `${' '.repeat(i)}- ${i}`).join('\n'),
  },
  { what: 'brackets that never close', content: filled('[') },
  { what: 'links that never close', content: filled('[a](') },
  { what: 'images in images', content: filled('![') },
  { what: 'stars that never close', content: filled('*a **a ') },
  { what: 'underscores that never close', content: filled('_a __a ') },
  { what: 'backticks that never close', content: filled('`a ``b ') },
  { what: 'a block of code that never ends', content: `\`\`\`\n${filled('x = 1\n')}` },
  { what: '10,000 blocks of code', content: '```\nx\n```\n'.repeat(10_000) },
  { what: '20,000 headings', content: '# h\n'.repeat(20_000) },
  {
    what: 'a table of 2,000 columns',
    content: `${'|a'.repeat(2000)}|\n${'|-'.repeat(2000)}|\n${'|b'.repeat(2000)}|`,
  },
  { what: 'a table of 20,000 rows', content: `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(20_000)}` },
  { what: 'a table without an end', content: `|a|\n|-|\n${filled('|')}` },
  { what: '1,500 tables', content: '|a|\n|-|\n\n'.repeat(1500) },
  { what: '1,500 links without a text', content: '[](https://example.org/) '.repeat(1500) },
  { what: 'footnotes of footnotes', content: `${'[^1]'.repeat(20_000)}\n\n[^1]: [^1]` },
  { what: 'comments in comments', content: filled('<!-- ') },
  { what: 'tags that never close', content: filled('<a href="') },
  { what: 'entities that never end', content: filled('&amp') },
  { what: 'lines with blanks at their ends', content: filled(`x${' '.repeat(998)}\n`) },
  { what: '20,000 addresses', content: filled('https://example.org/a?b=c ') },
  { what: 'escapes of escapes', content: filled('\\') },
];
