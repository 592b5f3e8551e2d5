import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { answerCosts } from '../../lab/tokens/answerCosts.js';
import { readNotes } from '../../tools/notes/readNotes.js';

const FIXTURE = fileURLToPath(new URL('../fixtures/notes.ndjson', import.meta.url));
const file = process.env.VAULT_NOTES || FIXTURE;
const notes = readNotes(file);

test(`every answer of every tool stays within its budget of tokens: ${notes.length} notes of ${basename(file)}`, async () => {
  for (const { name, answers, longest, budget } of await answerCosts(notes)) {
    expect(answers, name).toBeGreaterThan(10);
    expect(longest, name).toBeLessThanOrEqual(budget);
  }
});
