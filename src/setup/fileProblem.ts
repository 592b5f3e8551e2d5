/** A file of an agent that setup cannot read, understand or write. The message names it and says what to do. */
export class FileProblem extends Error {
  constructor(
    readonly path: string,
    what: string,
    options?: ErrorOptions,
  ) {
    super(`${path}: ${what}`, options);
    this.name = 'FileProblem';
  }
}

/** The place of an offset in a text, as editors count: `line 3, column 7`. */
export function placeAt(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}
