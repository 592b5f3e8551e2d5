import { homedir } from 'node:os';
import { sep } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { ALL_AGENTS } from '../../setup/agents.js';
import type { ChangeState } from '../../setup/editFile.js';
import type { PlannedFile } from '../../setup/plan.js';

const WORDS: Readonly<Record<ChangeState, string>> = {
  added: 'added',
  updated: 'updated',
  removed: 'removed',
  same: 'unchanged',
  kept: 'not changed',
};

/** Prints what was changed, one line for each file and kind of change, below the name of the agent. */
export function printPlan(planned: readonly PlannedFile[]): void {
  const width = Math.max(0, ...planned.map(({ file }) => fromHome(file.path).length));
  let before: string | undefined;
  for (const { owner, file, changes } of planned) {
    if (changes.length === 0) continue;
    if (owner !== before) console.log(titleOf(owner));
    before = owner;
    for (const [state, what] of byState(changes, WORDS))
      console.log(`  ${state.padEnd(10)}  ${fromHome(file.path).padEnd(width)}  ${what}`);
  }
}

/** What is in each state of which something is, in the order of these words for the states. */
export function byState<Word>(
  changes: PlannedFile['changes'],
  words: Readonly<Record<ChangeState, Word>>,
): (readonly [word: Word, what: string])[] {
  // The cast is safe: the words have no other keys.
  return (Object.keys(words) as ChangeState[]).flatMap((state) => {
    // Two elements of one array have the same name.
    const what = new Set(changes.filter((one) => one.state === state).map((one) => one.what));
    return what.size === 0 ? [] : [[words[state], [...what].join(', ')]];
  });
}

/** Prints what would be changed, as a unified diff of every file. */
export function printDiff(planned: readonly PlannedFile[]): void {
  for (const { file, after } of planned) {
    if (after === file.text) continue;
    const [from, to] = [file.text, after].map((text) =>
      text === undefined ? '/dev/null' : file.path,
    );
    const patch = createTwoFilesPatch(from ?? '', to ?? '', file.text ?? '', after ?? '');
    process.stdout.write(patch.replace(/^=+\n/, ''));
  }
}

/** The sentences about what was left alone, because it is not what setup wrote. */
export function printKept(planned: readonly PlannedFile[], isRemoval: boolean): boolean {
  const kept = planned.flatMap(({ file, changes }) =>
    changes
      .filter(({ state }) => state === 'kept')
      .map(({ what }) => `${what} in ${fromHome(file.path)}`),
  );
  if (kept.length === 0) return false;
  const next = isRemoval
    ? 'Remove it yourself if you no longer want it'
    : 'To let setup write it, remove it and run the command again';
  console.log(
    `\nNot changed, because setup did not write it, or somebody has edited it since: ${kept.join('; ')}. ${next}.`,
  );
  return true;
}

/** What a setup would take from an entry without a word, and what to do instead; undefined when it is nothing. */
export function droppedBy({ owner, dropped }: PlannedFile): string | undefined {
  const settings = Object.entries(dropped).map(([name, value]) => `${name}=${value}`);
  if (settings.length === 0) return undefined;
  return (
    `${titleOf(owner)} was set up with ${settings.join(' ')}, which is not set here: set it and type memory-vault setup ${owner}, ` +
    `or first undo that setup with memory-vault setup --remove ${owner}`
  );
}

/** The files whose instructions stay, each with the command that takes them out. */
export function printStaying(files: readonly string[]): void {
  for (const file of files)
    console.log(
      `\nThe instructions in ${fromHome(file)} stay. To remove them: memory-vault setup --remove --instructions "${file}"`,
    );
}

/** A path with `~` for the home directory. */
export function fromHome(path: string): string {
  const home = homedir() + sep;
  return path.startsWith(home) ? `~${sep}${path.slice(home.length)}` : path;
}

export function titleOf(owner: PlannedFile['owner']): string {
  return owner === 'instructions' ? 'Instructions' : ALL_AGENTS[owner].title;
}
