/** How many spaces a line begins with; a tab counts up to the next fourth column. */
export function indentOf(line: string): number {
  let columns = 0;
  for (const char of line) {
    if (char === ' ') columns += 1;
    else if (char === '\t') columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}

/** A line without so many columns of space at its beginning, or without all that it has. */
export function outdented(line: string, columns: number): string {
  let at = 0;
  let gone = 0;
  while (gone < columns && (line[at] === ' ' || line[at] === '\t')) {
    gone += line[at] === '\t' ? 4 - (gone % 4) : 1;
    at += 1;
  }
  return ' '.repeat(Math.max(0, gone - columns)) + line.slice(at);
}

export function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

/** `---`, `***` or `___`, also with spaces between. */
export function isRule(line: string): boolean {
  let mark = '';
  let times = 0;
  for (const char of line) {
    if (char === ' ' || char === '\t') continue;
    if (mark === '') mark = char;
    if (char !== mark || !'-*_'.includes(char)) return false;
    times += 1;
  }
  return times >= 3;
}

/** The beginning of code between fences: at least three backticks or tildes. */
export interface Fence {
  readonly mark: string;
  readonly length: number;
  readonly language: string;
}

export function fenceOf(line: string): Fence | undefined {
  const [whole = '', marks] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
  if (marks === undefined) return undefined;
  const mark = marks[0] ?? '';
  const info = line.slice(whole.length).trim();
  // A line such as ```code``` is a code span.
  if (mark === '`' && info.includes('`')) return undefined;
  return { mark, length: marks.length, language: info.split(/\s/, 1)[0] ?? '' };
}
