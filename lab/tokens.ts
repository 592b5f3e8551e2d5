import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { markdownTable } from '../tools/markdownTable.js';
import { readNotes } from '../tools/notes/readNotes.js';
import { answerCosts } from './tokens/answerCosts.js';
import { definitionCosts, PEERS } from './tokens/definitionCosts.js';

const FIXTURE = fileURLToPath(new URL('../test/fixtures/notes.ndjson', import.meta.url));

export const program = new Command()
  .description(
    'Count what the MCP server costs a model, in tokens of o200k: its definitions, and answers of its tools.',
  )
  .option(
    '--notes <file>',
    'NDJSON file of notes to ask about (default: VAULT_NOTES, else those of the tests)',
  )
  .action(async ({ notes: file = process.env.VAULT_NOTES || FIXTURE }: { notes?: string }) => {
    if (!existsSync(file)) throw new Error(`there are no notes at ${file}`);
    const notes = readNotes(file);
    const { perTool, total, sent, instructions } = definitionCosts();
    const answers = await answerCosts(notes);
    console.log(`Answers of a vault of ${notes.length} notes:\n`);
    const head = ['tool', 'definition', 'typical answer', 'longest answer', 'budget'];
    const rows = answers.map(({ name, typical, longest, budget }) =>
      [name, perTool.get(name) ?? '–', typical, longest, budget].map(String),
    );
    console.log(markdownTable(head, rows));
    const own = ['Memory Vault', String(perTool.size), String(total)];
    console.log(`\n${markdownTable(['server', 'tools', 'definitions'], [own, ...PEERS])}`);
    console.log(`\nIn a request of Claude Code they are ${sent[0]}, of Codex ${sent[1]}.`);
    console.log(`\nThe instructions of the server have ${instructions} tokens.`);
  });
