import { type HostileNote, verbatim } from './hostileNote.js';

const run = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');
const CONTROLS = run(0x01, 0x08) + run(0x0e, 0x1f) + run(0x7f, 0x9f);

/** Of a template string. */
const HOLE = '$' + '{__ran()}';

/** Letters that turn, hide or stack what stands around them, and names that mean something to programs. */
export const LETTERS: readonly HostileNote[] = [
  verbatim('text that is turned around', 'ends in \u202egnp.exe and goes on', {
    title: 'turned \u202eeltit a',
    tags: ['\u202egat'],
    project: 'turned \u202etcejorp',
    author: 'turned \u202erohtua',
  }),
  verbatim('isolates that are never closed', 'open \u2066\u2067\u2068\u202a\u202b for ever', {
    title: 'open \u2067\u2067\u2067 title',
  }),
  verbatim('words with nothing in them', 'pass\u200bword ad\u200dmin \u2060\ufeff\u00adx', {
    title: 'no\u200bwidth\u200b\u200b\u200b',
  }),
  {
    what: '900 paragraphs with 100 letters each that nobody sees',
    content: `${'e\u200b'.repeat(100)}\n\n`.repeat(900),
    shows: 'U+200B',
  },
  verbatim('right to left', 'مرحبا بالعالم (1) שלום — and left again', { title: 'عنوان (2)' }),
  verbatim('families and flags', '👨‍👩‍👧‍👦 🏳️‍🌈 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🇺🇳 👩🏽‍🚀', { title: '👩🏽‍🚀'.repeat(12) }),
  verbatim('marks in a stack', `Z${run(0x300, 0x31c)}a${run(0x320, 0x33c)}lgo`, {
    title: `Z${run(0x300, 0x340)}`,
    shows: 'lgo',
  }),
  verbatim('control characters', `bell ${CONTROLS} rings`, { shows: 'rings' }),
  verbatim('colours of a terminal', '\u001b[31mred\u001b[0m \u001b]0;title\u0007', {
    shows: '[31mred',
  }),
  verbatim('other ends of lines', 'one\u2028two\u2029three\u0085four', { shows: 'three' }),
  verbatim('points that are no characters', 'before \ufffe\uffff\u{1ffff} after', {
    shows: 'before',
  }),
  verbatim('letters that nobody sees', `see${run(0xe0061, 0xe007a)} nothing`, { shows: 'nothing' }),
  verbatim('wide brackets', '＜script＞__ran()＜/script＞ ‹img›'),
  verbatim('templates', `{{constructor.constructor("__ran()")()}} ${HOLE} <%= __ran() %> {%x%}`, {
    title: `{{7*7}} ${HOLE}`,
  }),
  verbatim('names of prototypes', '__proto__ constructor toString', {
    shows: 'constructor toString',
    title: '__proto__',
    tags: ['__proto__', 'constructor', 'hasOwnProperty'],
    project: '__proto__',
    author: 'constructor',
  }),
  verbatim('signs that a search marks words with', '**not** a **match** ** <mark>x</mark>', {
    title: '**not a match**',
    shows: '<mark>x</mark>',
  }),
  verbatim('a formula', '=cmd|"/c calc"!A1', { title: '=1+1' }),
  verbatim('a project like a path', 'a note', { project: '../../admin/events?x=#/people' }),
  verbatim('a project like an address', 'a note', { project: 'javascript:__ran()//%2F%00%' }),
];
