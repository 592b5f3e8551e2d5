import { readFileSync } from 'node:fs';

/** An example program as a block of Markdown. */
export function example(file: string, language: string): () => string {
  return () => {
    const text = readFileSync(new URL(`../../examples/${file}`, import.meta.url), 'utf8');
    return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
  };
}
