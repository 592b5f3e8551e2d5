import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ZodType, z } from 'zod';
import { messageOf } from '../../src/diagnostics/diagnostic.js';

/** The files of a data set. */
export interface DataFiles {
  readonly name: string;
  readonly sessions: string;
  readonly questions: string;
}

const SESSIONS = '_sessions.json';
const QUESTIONS = '_questions.json';

/**
 * The data sets of folders: every pair `NAME_sessions.json` and `NAME_questions.json`, by folder and name. Throws when a
 * folder cannot be read or holds none, when half of a pair is missing, and when a name comes twice.
 */
export function dataFilesIn(folders: readonly string[]): readonly DataFiles[] {
  const found = folders.flatMap(pairsIn);
  for (const [i, { name, sessions }] of found.entries()) {
    const other = found.slice(0, i).find((one) => one.name === name);
    if (other) throw new Error(`two data sets are named ${name}: ${other.sessions}, ${sessions}`);
  }
  return found;
}

function pairsIn(folder: string): readonly DataFiles[] {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory()) {
    const why = found ? `${folder} is no folder` : `there is no folder ${folder}`;
    throw new Error(`${why}: name one that holds data sets with --data`);
  }
  const files = readdirSync(folder).sort();
  const named = (ending: string) =>
    files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length));
  const names = new Set([...named(SESSIONS), ...named(QUESTIONS)]);
  if (names.size === 0) {
    throw new Error(
      `${folder} holds no data set: a set is two files, NAME${SESSIONS} and NAME${QUESTIONS}`,
    );
  }
  return [...names].map((name) => {
    const missing = [SESSIONS, QUESTIONS].find((ending) => !files.includes(name + ending));
    if (missing)
      throw new Error(`${folder} holds half of the data set ${name}: ${name}${missing} is missing`);
    return {
      name,
      sessions: join(folder, name + SESSIONS),
      questions: join(folder, name + QUESTIONS),
    };
  });
}

/** A data set in two files of any name: its own is that of the sessions. */
export function dataFilesOf(sessions: string, questions: string): DataFiles {
  const name = basename(sessions).replace(/(_sessions)?(\.json)?$/, '');
  return { name, sessions, questions };
}

/** Tells a set that was changed from the one it was. */
export function digestOf({ sessions, questions }: DataFiles): string {
  const hash = createHash('sha256');
  for (const file of [sessions, questions]) hash.update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** The content of a file, or all of its problems, one line each. */
export type Read<T> =
  | { readonly value: T; readonly problems: readonly [] }
  | { readonly value?: undefined; readonly problems: readonly string[] };

/** Reads a JSON file of a known shape. */
export function readJson<T>(file: string, schema: ZodType<T>): Read<T> {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return { problems: [`${file}: ${messageOf(error)}`] };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { value: parsed.data, problems: [] };
  return { problems: parsed.error.issues.map((issue) => `${file}: ${lineOf(issue)}`) };
}

/** Such as `[3].messages[0].content must not be blank`; indexes count from 0. */
function lineOf({ path, message }: z.core.$ZodIssue): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return `${steps.join('').replace(/^\./, '')} ${message}`.trim();
}
