import type { Command } from '@commander-js/extra-typings';
import type { Prompt } from 'memory-vault-client';
import { minuteOf, shown, shownLine } from '../terminal/format.js';
import { tagList, textArgument } from '../terminal/input.js';
import { type Column, printFound, printOne, printResult } from '../terminal/output.js';
import { acting, verb } from '../terminal/verb.js';

export function promptsVerb(program: Command): void {
  const prompts = verb(program, 'prompts [name]', {
    description: 'list the stored prompts, show one, or save one',
    examples: [
      'prompts',
      'prompts review --format md > review.md',
      'prompts review --version 2',
      'prompts save review - < review.md',
    ],
  })
    .option('--version <number>', 'with a name: show this version; default: the newest', Number)
    .helpCommand(false)
    // So that the options behind `save` are its own.
    .enablePositionalOptions()
    .action(
      acting(async ({ vault, output }, name, { version }) => {
        if (name !== undefined) {
          const params = { path: { name }, query: { version } };
          const { data } = await vault.GET('/api/v1/prompts/{name}', { params });
          if (output.format === 'table') output.note(aboutOf(data));
          return printOne(output, data, () => shown(data.content));
        }
        const { data } = await vault.GET('/api/v1/prompts');
        const nothing = 'there is no prompt yet: memory-vault prompts save NAME - saves one';
        await printFound(output, data, COLUMNS, nothing);
      }),
    );
  verb(prompts, 'save <name> [text...]', {
    description: 'save a prompt, or its next version; - or a pipe gives its text',
    examples: ['prompts save review - < review.md', 'prompts save greet "Say hello" --tags short'],
  })
    .option('--tags <tags>', 'comma-separated; default: those of the version before')
    .action(
      acting(async ({ vault, output }, name, words, { tags }) => {
        const content = await textArgument(words);
        const body = { name, content, tags: tags === undefined ? undefined : tagList(tags) };
        const { data } = await vault.POST('/api/v1/prompts', { body });
        await printResult(
          output,
          data,
          `${shownLine(data.name)} is saved as version ${data.version}`,
        );
      }),
    );
}

/** Not part of the text, so that nobody copies it with it. */
function aboutOf({ name, version, updated_at, tags }: Prompt): string {
  const about = [name, `version ${version}`, minuteOf(updated_at), ...tags.map((tag) => `#${tag}`)];
  return `${shownLine(about.join(' · '))}\n`;
}

const COLUMNS: readonly Column<Prompt>[] = [
  { head: 'name', cell: ({ name }) => name },
  { head: 'version', cell: ({ version }) => version, from: 50 },
  { head: 'updated', cell: ({ updated_at }) => minuteOf(updated_at), from: 70 },
  { head: 'text', cell: ({ content }) => content.slice(0, 400), isWide: true },
  { head: 'tags', cell: ({ tags }) => tags.join(', '), from: 100 },
  { head: 'team', cell: ({ team }) => team, from: 140 },
];
