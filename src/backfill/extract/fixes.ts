import { errorLines, signaturesIn } from '../../moments/errorSignature.js';
import { commandsIn, tellingPart } from '../../moments/shellCommands.js';
import { best } from './best.js';
import type { Clean } from './clean.js';

/** A command that failed, and later did what it was to do. All texts but the names of files are clean. */
export interface Fix {
  /** The words that tell the command from others: `npm test`. */
  readonly name: string;
  readonly failed: string;
  /** What it printed that tells what went wrong; the most telling line first. */
  readonly errors: readonly string[];
  /** The command that worked. */
  readonly worked: string;
  /** The files that were changed in between, as the agent names them. */
  readonly files: readonly string[];
  /** Other commands that were run in between with success. */
  readonly between: readonly string[];
  /** How often it failed. */
  readonly times: number;
  /** Where it failed first. */
  readonly place: string;
  /** When it worked, in milliseconds since 1970. */
  readonly at: number;
}

/** A command that was run, and what came of it. */
export interface Ran {
  readonly command: string;
  readonly failed: boolean;
  readonly output: string;
  readonly place: string;
  readonly at: number;
}

/** These fail for reasons of the day, or are looked at in vain: what is found so is nothing to remember. */
const IDLE =
  /^(?:curl|wget|ping|ssh|kill|pkill|pgrep|killall|timeout|git (?:status|diff|log|show|grep|branch|stash)|gh |docker (?:ps|logs)|lsof|nc)\b/;
/** What is piped on, or is followed by something else, says nothing of how it ended. */
const HIDDEN_END = /(?<!\|)\|(?!\|)|\|\|\s*(?:true|:|echo)|;\s*(?:true|echo)\b/;

/** Failures that wait for their end; the oldest ones are given up. */
const MOST_OPEN = 30;
/** Who has changed more files has done something else, too. */
const MOST_FILES = 10;
const MOST_BETWEEN = 5;
const MOST_ERRORS = 3;
/** The most of one conversation: those that tell most. */
const MOST_FIXES = 5;
/** Of a longer output, nothing is quoted: agents cut theirs far below. In UTF-16 units. */
const LONGEST_OUTPUT = 262_144;

interface Failure {
  readonly first: Ran;
  readonly last: Ran;
  readonly errors: readonly string[];
  readonly said: readonly string[];
  readonly times: number;
  readonly files: Set<string>;
  readonly between: Set<string>;
}

/** Follows what is run and changed in a conversation, in bounded memory, and finds what failed first and worked then. */
export function fixFinder(clean: Clean) {
  const open = new Map<string, Failure>();
  let found: Fix[] = [];

  return {
    changed(files: readonly string[]): void {
      for (const failure of open.values()) for (const file of files) add(failure.files, file);
    },
    async ran(ran: Ran): Promise<void> {
      const name = nameOf(ran.command);
      if (name === '') return;
      const before = open.get(name);
      if (ran.failed) {
        const failure = await failureOf(ran, before, clean);
        // The latest failure stands last.
        open.delete(name);
        if (failure !== undefined) open.set(name, failure);
        const [oldest] = open.keys();
        if (open.size > MOST_OPEN && oldest !== undefined) open.delete(oldest);
        return;
      }
      if (before !== undefined && hasWorked(ran, before)) {
        open.delete(name);
        const fix = await fixOf(before, ran, clean);
        if (fix !== undefined) found = best([...found, fix], MOST_FIXES, weightOf);
      }
      for (const [other, failure] of open)
        if (other !== name && failure.between.size < MOST_BETWEEN) failure.between.add(ran.command);
    },
    /** The most telling ones, in the order in which they were found. */
    fixes: (): readonly Fix[] => found,
  };
}

function add(files: Set<string>, file: string): void {
  if (files.size <= MOST_FILES) files.add(file);
}

/** The commands of a line by the words that tell them from others. Empty where it does nothing that can be fixed. */
function nameOf(line: string): string {
  const names = commandsIn(line).map((command) => tellingPart(command).join(' '));
  const [first = ''] = names;
  return names.length === 0 || names.length > 3 || IDLE.test(`${first} `) ? '' : names.join(' && ');
}

/** Undefined where the output does not tell what went wrong. */
async function failureOf(
  ran: Ran,
  before: Failure | undefined,
  clean: Clean,
): Promise<Failure | undefined> {
  if (ran.output.length > LONGEST_OUTPUT || errorLines(ran.output).length === 0) return undefined;
  // The whole output first: a line does not show that it stands in a private block, and half a secret not what it is.
  const lines = errorLines(await clean(ran.output));
  if (lines.length === 0) return undefined;
  const printed = lines.filter((line) => /^\S*(?:Error|Exception|error|fatal|panic)\b/.test(line));
  const errors = [...new Set([...printed, ...lines])].slice(0, MOST_ERRORS);
  const said = [...signaturesIn(ran.output).keys()];
  const kept = { ...ran, output: '' };
  return {
    first: before?.first ?? kept,
    last: kept,
    errors,
    said,
    times: (before?.times ?? 0) + 1,
    files: before?.files ?? new Set(),
    between: before?.between ?? new Set(),
  };
}

/** Whether it no longer prints what it printed when it failed. */
function hasWorked({ command, output }: Ran, { said }: Failure): boolean {
  const now = new Set(signaturesIn(output).keys());
  if (HIDDEN_END.test(command) && now.size > 0) return false;
  return !said.some((line) => now.has(line));
}

/** Undefined where nothing was done about it: then it failed for a reason of the day. */
async function fixOf(failure: Failure, ran: Ran, clean: Clean): Promise<Fix | undefined> {
  const { first, last, errors, times, files, between } = failure;
  const isSame = last.command.trim() === ran.command.trim();
  if (files.size > MOST_FILES || (files.size === 0 && between.size === 0 && isSame))
    return undefined;
  const failed = await clean(last.command);
  const name = nameOf(failed);
  if (name === '') return undefined;
  return {
    name,
    failed,
    errors,
    worked: await clean(ran.command),
    files: [...files],
    between: files.size > 0 ? [] : await Promise.all([...between].map(clean)),
    times,
    place: first.place,
    at: ran.at,
  };
}

/** An error with a code tells more than one without, and a change of one file more than one of many. */
const weightOf = ({ errors, files, times }: Fix): number =>
  (/\b[A-Z]{1,6}\d{3,5}\b|\bE[A-Z]{4,}\b|\w+(?:Error|Exception)\b/.test(errors.join(' ')) ? 2 : 0) +
  (files.length > 0 && files.length <= 3 ? 2 : 0) +
  Math.min(times - 1, 2);
