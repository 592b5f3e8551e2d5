/** The examples at the end of the help of a command. They are command lines without `memory-vault`. */
export const examplesText = (examples: readonly string[]): string =>
  `\nExamples:\n${examples.map((line) => `  memory-vault ${line}`).join('\n')}`;
