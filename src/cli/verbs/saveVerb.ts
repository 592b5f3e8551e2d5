import { type Command, Option } from '@commander-js/extra-typings';
import type {
  Deduplicated,
  Rehearsed,
  RehearsedDuplicate,
  Saved,
  SupersedableObservation,
  VaultClient,
} from 'memory-vault-client';
import { LAYERS } from '../../domain/layers.js';
import { OBSERVATION_TYPES } from '../../domain/observationTypes.js';
import { untilDay } from '../../domain/time.js';
import { misused } from '../terminal/exit.js';
import { shortId, shown, shownLine } from '../terminal/format.js';
import { another, tagList, textArgument } from '../terminal/input.js';
import type { Output } from '../terminal/output.js';
import { projectHere } from '../terminal/project.js';
import { acting, verb } from '../terminal/verb.js';
import { FILE_OPTION, workingCopyHere } from '../terminal/workingCopy.js';
import { REVIEW_OPTION, UNTIL_OPTION } from './holdingTimes.js';

export function saveVerb(program: Command): void {
  verb(program, 'save [text...]', {
    description: 'save a note and print its id; - reads the text from standard input',
    examples: [
      'save --type decision "Poll the bank every hour: it has no webhooks"',
      'save - --type bugfix --tags git < message.txt',
      'save "Retries need the same key" --file src/pay.ts:10-24 --file src/retry.ts',
      'save "The bank has webhooks now" --supersedes 80ZGCS1A',
      'save "The old API answers as well" --valid-until 2027-03-31',
      'save --personal "I want short answers, and tests first"',
      'save --everywhere --type decision "Commit messages are in English"',
      'save --dry-run --content "password=hunter22" --title "What is redacted?"',
    ],
  })
    .addOption(
      new Option('--type <type>', 'what kind of note it is')
        .choices(OBSERVATION_TYPES)
        .default('learning'),
    )
    .option('--title <title>', 'default: the first line of the text')
    .addOption(
      new Option('--project <name>', 'default: the project of the current folder').conflicts(
        'personal',
      ),
    )
    .addOption(new Option('--personal', 'for you alone, in any project').conflicts('everywhere'))
    .addOption(new Option('--everywhere', 'for every project').conflicts('project'))
    .option('--tags <tags>', 'comma-separated')
    .option('--author <name>', 'the author of the note')
    .option('--file <path>', FILE_OPTION, another)
    .option('--content <text>', 'the text, instead of an argument')
    .option('--session <id>', 'the work session of the note')
    .option('--supersedes <id>', 'the note that it replaces, or the last 8 characters of its id')
    .option('--valid-until <time>', UNTIL_OPTION)
    .option('--review-after <time>', REVIEW_OPTION)
    .option('--propose', 'put the note into the inbox, where it waits until somebody accepts it')
    .option('--dry-run', 'show what would be stored, and store nothing')
    .action(
      acting(async ({ vault, output }, words, options) => {
        const content = await contentOf(words, options.content);
        const layer = LAYERS.find((one) => options[one]);
        const project =
          layer ??
          options.project ??
          (await projectHere({ vault, output }, { binds: !options.dryRun }));
        const body = {
          type: options.type,
          content,
          title: options.title ?? titleOf(content),
          tags: tagList(options.tags ?? ''),
          anchors: options.file && [
            ...(await (await workingCopyHere(vault)).anchorsOf(options.file, project)),
          ],
          project,
          author: options.author,
          session_id: options.session,
          supersedes: options.supersedes,
          valid_until: options.validUntil && untilDay(options.validUntil),
          review_after: options.reviewAfter && untilDay(options.reviewAfter),
          state: options.propose && ('proposed' as const),
          dry_run: options.dryRun,
        };
        const { data } = await vault.POST('/api/v1/observations', { body });
        await print(output, data);
        if ('id' in data && !('dry_run' in data))
          await tellSupersedable(vault, output, data.id, options.supersedes);
      }),
    );
}

async function contentOf(words: readonly string[], given: string | undefined): Promise<string> {
  if (given !== undefined && words.length > 0)
    throw misused('give the text either with --content or as an argument, not both');
  const text = given ?? (await textArgument(words));
  if (text.trim() === '') throw misused('the text is empty: nothing was saved');
  return text;
}

/** Code points, as the vault takes a title of anybody. */
const LONGEST_TITLE = 100;

/** The first line of a text, without the marks of a heading or of a list. */
function titleOf(content: string): string {
  const [line = ''] = content.trimStart().split('\n', 1);
  const title = Array.from(line.replace(/^(?:#{1,6}|[-*>])\s+/, '').trim());
  if (title.length <= LONGEST_TITLE) return title.join('');
  return `${title.slice(0, LONGEST_TITLE - 1).join('')}…`;
}

async function print(
  output: Output,
  answer: Saved | Deduplicated | Rehearsed | RehearsedDuplicate,
): Promise<void> {
  const { format, isFormatGiven } = output;
  const isJson = isFormatGiven && (format === 'json' || format === 'ndjson');
  const id = 'existing_id' in answer ? answer.existing_id : answer.id;
  await output.write(`${isJson ? JSON.stringify(answer) : id}\n`);
  if ('existing_id' in answer) output.note('this session already has the same note');
  else tellRedacted(output, answer.redactions);
  if ('observation' in answer && !isJson) {
    const { title, content } = answer.observation;
    output.note(`${shownLine(title)}\n\n${shown(content)}\n`);
  }
  const { state, suspect } = 'observation' in answer ? answer.observation : standing(answer);
  if (state) output.note('proposed: the note waits in the inbox until somebody accepts it');
  if (suspect) output.note(`suspect, so no agent gets it: ${shownLine(suspect)}`);
  if ('dry_run' in answer) output.note('a dry run: nothing was stored');
}

/** Of a duplicate nothing is said: it is as it was. */
const standing = (answer: Saved | Deduplicated): Pick<Saved, 'state' | 'suspect'> =>
  'id' in answer ? answer : {};

/** Such as `redacted: 2 password, 1 jwt`. */
function tellRedacted(output: Output, redactions: Saved['redactions'] = []): void {
  if (redactions.length === 0) return;
  const kinds = redactions.map(({ kind, count }) => `${count} ${kind}`);
  output.note(`redacted: ${kinds.join(', ')}`);
}

/** Notes that cannot hold beside the saved one, or need not, with the word that says so. Silent where they cannot be found. */
async function tellSupersedable(
  vault: VaultClient,
  output: Output,
  id: string,
  supersedes: string | undefined,
): Promise<void> {
  const params = { path: { id }, query: { content_limit: 1 } };
  const path = '/api/v1/observations/{id}/supersedable';
  const { data } = await vault.GET(path, { params }).catch(() => ({ data: [] }));
  for (const { id: other, title, reasons } of data) {
    const [why = 'words'] = reasons;
    output.note(`${WHY[why]}: ${shortId(other)} ${shownLine(title)}`);
  }
  const [first] = data;
  if (first && supersedes === undefined)
    output.note(
      `to replace it: memory-vault edit ${shortId(id)} --supersedes ${shortId(first.id)}`,
    );
}

const WHY: Readonly<Record<SupersedableObservation['reasons'][number], string>> = {
  number: 'may contradict: has another number',
  negation: 'may contradict: one of the two says no',
  words: 'says nearly the same',
  anchors: 'is about the same place',
};
