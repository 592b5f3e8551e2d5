import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from '@commander-js/extra-typings';
import canonical from 'fast-json-stable-stringify';
import type { Observation, VaultClient } from 'memory-vault-client';
import { stringify } from 'yaml';
import { messageOf } from '../../diagnostics/diagnostic.js';
import { readFrontMatter, splitFrontMatter } from '../../domain/frontMatter.js';
import { OBSERVATION_TYPES } from '../../domain/observationTypes.js';
import { untilDay } from '../../domain/time.js';
import { decodeText } from '../../domain/unicode.js';
import { EXIT, Failed, misused } from '../terminal/exit.js';
import { shortId } from '../terminal/format.js';
import { another, standardInput, tagList } from '../terminal/input.js';
import { type Output, printResult } from '../terminal/output.js';
import { type Acting, acting, failedRequest, verb } from '../terminal/verb.js';
import { FILE_OPTION, workingCopyHere } from '../terminal/workingCopy.js';
import { REVIEW_OPTION, UNTIL_OPTION } from './holdingTimes.js';
import { noSuchNote, noteWith } from './noteWith.js';

export function editVerb(program: Command): void {
  verb(program, 'edit <id>', {
    description: 'revise a note in $VISUAL or $EDITOR, or with the options',
    examples: [
      'edit 80ZGCS1A',
      'edit 80ZGCS1A --type decision --tags payments,api',
      'edit 80ZGCS1A --content - < note.md',
      'edit 80ZGCS1A --file src/pay.ts:12-26',
      'edit 80ZGCS1A --supersedes 4V6XN2QB',
      'edit 80ZGCS1A --review-after 2027-06-30',
    ],
  })
    .option('--title <title>', 'the new title')
    .addOption(new Option('--type <type>', 'the new type').choices(OBSERVATION_TYPES))
    .option('--tags <tags>', "comma-separated; replaces all earlier tags, '' for none")
    .option('--file <path>', `${FILE_OPTION}; replaces all earlier ones, '' for none`, another)
    .option('--valid-until <time>', `${UNTIL_OPTION}; '' for no end`)
    .option('--review-after <time>', `${REVIEW_OPTION}; '' for never`)
    .option('--supersedes <id>', "the note that it replaces; '' for none")
    .option('--content <text>', 'the new text; - is the standard input')
    .action(
      acting(async (reached, id, options) => {
        const { title, type, tags, file, content, validUntil, reviewAfter, supersedes } = options;
        const { vault, output } = reached;
        const given: Given = {
          title,
          type,
          tags: tags === undefined ? undefined : tagList(tags),
          content: content === '-' ? await standardInput() : content,
          valid_until: revisedTime(validUntil),
          review_after: revisedTime(reviewAfter),
          supersedes: supersedes === '' ? null : supersedes,
        };
        const isEditor = Object.values({ ...given, file }).every((value) => value === undefined);
        if (isEditor && !process.stdin.isTTY)
          throw misused(
            'there is no terminal for an editor: use --title, --type, --tags, --file, --content or another flag',
          );
        const note = await noteWith(vault, id);
        if (!note) throw noSuchNote([id]);
        if (isEditor) await editInEditor(reached, note);
        else {
          const anchors = file && (await anchorsOf(vault, file, note.project));
          await revise(vault, output, note, { ...given, anchors });
        }
      }),
    );
}

/** What `--file` says that a note is about. */
async function anchorsOf(
  vault: VaultClient,
  files: readonly string[],
  project: string | undefined,
) {
  const named = files.filter((file) => file !== '');
  if (named.length === 0) return [];
  return [...(await (await workingCopyHere(vault)).anchorsOf(named, project))];
}

/** Whatever goes wrong after the editor, the file stays and is named. */
async function editInEditor({ vault, output, command }: Acting, note: Observation): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'memory-vault-'));
  const file = join(folder, `${shortId(note.id)}.md`);
  const before = noteFile(note);
  writeFileSync(file, before, { mode: 0o600, flag: 'wx' });
  const wrong = await editFile(file, process.env);
  const after = decodeText(readFileSync(file)) ?? '\ufffd';
  const isTouched = after !== before;
  try {
    if (wrong !== undefined) throw new Failed(EXIT.failed, `${wrong}: nothing was changed`);
    if (after === '\ufffd')
      throw new Failed(EXIT.failed, 'the file is not UTF-8 text: nothing was changed');
    if (after.trim() === '')
      throw new Failed(EXIT.failed, 'the file is empty: nothing was changed');
    const edited = isTouched ? readNoteFile(after) : {};
    if ('wrong' in edited) throw new Failed(EXIT.failed, `nothing was changed: ${edited.wrong}`);
    await assertUnchanged(vault, note);
    await revise(vault, output, note, edited);
  } catch (error) {
    const failed = failedRequest(error, command);
    if (!isTouched) rmSync(folder, { recursive: true });
    if (!isTouched || !(failed instanceof Error)) throw failed;
    const code = failed instanceof Failed ? failed.exitCode : EXIT.failed;
    throw new Failed(code, `${messageOf(failed)}\nyour text is in ${file}`, { cause: error });
  }
  rmSync(folder, { recursive: true });
}

/** An editor may be open for hours. */
async function assertUnchanged(vault: VaultClient, { id, updated_at }: Observation): Promise<void> {
  const now = await noteWith(vault, id);
  if (now?.updated_at === updated_at && now !== undefined) return;
  const how = now ? 'revised' : 'forgotten';
  throw new Failed(EXIT.refused, `the note was ${how} while you edited it: nothing was changed`);
}

/** Sends only what differs, and says what that was. */
async function revise(
  vault: VaultClient,
  output: Output,
  note: Observation,
  given: Given,
): Promise<void> {
  const { title, type, tags, anchors, content, valid_until, review_after, supersedes } = given;
  const body = {
    ...(title !== undefined && title.trim() !== note.title && { title }),
    ...(type !== undefined && type !== note.type && { type }),
    ...(tags !== undefined && tags.join('\n') !== note.tags.join('\n') && { tags }),
    ...(anchors && canonical(anchors) !== canonical(note.anchors) && { anchors }),
    ...(valid_until !== undefined && { valid_until }),
    ...(review_after !== undefined && { review_after }),
    ...(supersedes !== undefined && { supersedes }),
    ...(content !== undefined && content.trim() !== note.content && { content }),
  };
  const changed = Object.keys(body);
  const params = { path: { id: note.id } };
  const revised =
    changed.length === 0
      ? note
      : (await vault.PATCH('/api/v1/observations/{id}', { params, body })).data;
  const isNew = (revised.revision ?? 1) !== (note.revision ?? 1);
  output.note(
    isNew
      ? `revision ${revised.revision}: ${changed.join(', ')} changed`
      : 'nothing changed: the note is as it was',
  );
  await printResult(output, revised, revised.id);
}

/** What is given of a note. */
type Given = Partial<Editable> &
  Pick<Observation, 'anchors'> & {
    /** null takes it away. */
    readonly valid_until?: string | null | undefined;
    readonly review_after?: string | null | undefined;
    /** An id, or the end of one; null for none any more. */
    readonly supersedes?: string | null | undefined;
  };

/** A time that replaces the one before; null for the empty text, which takes it away. */
const revisedTime = (time: string | undefined) =>
  time === undefined ? undefined : time === '' ? null : untilDay(time);

/** What a person may change about a note in an editor. */
export type Editable = Pick<Observation, 'title' | 'type' | 'tags' | 'content'>;

/** A note as the file that an editor opens: Markdown, with what may be changed as front matter. */
export function noteFile({ id, title, type, tags, content }: Observation): string {
  const help = [
    `# The note ${shortId(id)}. Save and close to revise it; close without saving to leave it as it is.`,
    `# Types: ${OBSERVATION_TYPES.join(', ')}`,
  ].join('\n');
  return `---\n${help}\n${stringify({ title, type, tags }, { lineWidth: 0 })}---\n${content}\n`;
}

const KEYS = ['title', 'type', 'tags'];

/** What such a file holds, or why it cannot be read. Whether the values are valid, the vault says. */
export function readNoteFile(text: string): Editable | { readonly wrong: string } {
  const { yaml, body } = splitFrontMatter(text);
  if (yaml === undefined)
    return { wrong: 'the two lines of --- around title, type and tags are missing' };
  const read = readFrontMatter(yaml);
  if (!read) return { wrong: 'the text between the two lines of --- is not YAML' };
  const unknown = Object.keys(read).filter((key) => !KEYS.includes(key));
  if (unknown.length > 0)
    return { wrong: `only ${KEYS.join(', ')} can be changed, not ${unknown.join(', ')}` };
  const { title, type, tags = [] } = read;
  if (typeof title !== 'string') return { wrong: 'the title must be one text' };
  const known = OBSERVATION_TYPES.find((one) => one === type);
  if (!known) return { wrong: `the type must be one of ${OBSERVATION_TYPES.join(', ')}` };
  const list = tags === '' ? [] : tags;
  if (!isTexts(list)) return { wrong: 'the tags must be a list of texts' };
  // The line break that the file ends with is that of the editor.
  return { title, type: known, tags: list, content: body.replace(/\r?\n$/, '') };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** The editor of whoever sits at the terminal. */
const editorOf = ({ VISUAL, EDITOR }: NodeJS.ProcessEnv) => VISUAL || EDITOR || 'vi';

/**
 * Opens a file in $VISUAL or $EDITOR, which may have arguments, and waits until it is closed. Says why the editor failed;
 * undefined where it did not. Ctrl-C is for the editor meanwhile.
 */
export async function editFile(file: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const before = process.rawListeners('SIGINT');
  const ignore = () => {};
  process.removeAllListeners('SIGINT').on('SIGINT', ignore);
  const editor = editorOf(env);
  try {
    // The shell reads the arguments, as git has it read them. `file` is a name that this program made.
    const child = spawn(`${editor} "${file}"`, { shell: true, stdio: 'inherit', env });
    const [code, signal] = await once(child, 'close');
    return code === 0 ? undefined : `${editor} ended with ${signal ?? `code ${code}`}`;
  } finally {
    process.off('SIGINT', ignore);
    // The cast is safe: they were listeners to it before.
    for (const listener of before) process.on('SIGINT', listener as () => void);
  }
}
