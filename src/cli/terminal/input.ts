import { buffer } from 'node:stream/consumers';
import type { ConfirmOptions, PasswordOptions } from '@clack/prompts';
import { decodeText } from '../../domain/unicode.js';
import { EXIT, Failed, misused } from './exit.js';
import type { Output } from './output.js';

/** True where a person can be asked: keys come from a terminal, and a question can be shown on one. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Asks yes or no; no is the answer of whoever presses Enter. Throws `Failed`: (interrupted) at Ctrl-C, (failed) at Ctrl-D. */
export async function askYes(output: Output, message: string): Promise<boolean> {
  return asked<boolean>(output, ({ confirm }, where) =>
    confirm({ message, initialValue: false, ...where } satisfies ConfirmOptions),
  );
}

/** Asks for a text that is not shown. Throws as `askYes`. */
export async function askSecret(output: Output, message: string): Promise<string> {
  const validate = (text: string | undefined) =>
    text?.trim() ? undefined : 'paste it, then press Enter';
  const secret = await asked<string>(output, ({ password }, where) =>
    password({ message, validate, ...where } satisfies PasswordOptions),
  );
  return secret.trim();
}

type Prompts = typeof import('@clack/prompts');

interface Where {
  readonly output: NodeJS.WriteStream;
  /** Ends the question without an answer. */
  readonly signal: AbortSignal;
}

/** Questions go to standard error, like everything that is no result. */
async function asked<Answer>(
  { colours }: Output,
  ask: (prompts: Prompts, where: Where) => Promise<Answer | symbol>,
): Promise<Answer> {
  if (!canAsk()) throw misused('there is no terminal to ask at');
  // The library reads only this, when it is loaded.
  if (!colours.isColorSupported) process.env.NO_COLOR = '1';
  const prompts = await import('@clack/prompts');
  const ended = new AbortController();
  // At Ctrl-D, the library waits on. An answer pauses the input, too, and comes before the turn of this.
  let soon: NodeJS.Immediate | undefined;
  const endSoon = () => {
    soon = setImmediate(() => ended.abort());
  };
  process.stdin.once('pause', endSoon);
  const answer = await ask(prompts, { output: process.stderr, signal: ended.signal });
  process.stdin.off('pause', endSoon);
  clearImmediate(soon);
  if (ended.signal.aborted)
    throw new Failed(EXIT.failed, 'the input ended; nothing was done or stored');
  if (typeof answer === 'symbol') throw new Failed(EXIT.interrupted, 'stopped; nothing was done');
  return answer;
}

/** The text of a verb: its words, or the standard input for `-` and for no words. Throws `Failed` where a person would have to type it. */
export async function textArgument(words: readonly string[]): Promise<string> {
  const isDash = words.length === 1 && words[0] === '-';
  if (words.length > 0 && !isDash) return words.join(' ');
  if (!isDash && process.stdin.isTTY)
    throw misused('there is no text: give it as an argument, or - to read it from standard input');
  return standardInput();
}

/** Collects the values of an option that may be given several times. */
export const another = (value: string, before: readonly string[] = []) => [...before, value];

/** The tags of a comma-separated list. */
export function tagList(list: string): string[] {
  const tags = list.split(',').map((tag) => tag.trim());
  return tags.filter((tag) => tag !== '');
}

/** All of the standard input as text. Throws `Failed` (usage) for what is none. */
export async function standardInput(): Promise<string> {
  const text = decodeText(await buffer(process.stdin));
  if (text === undefined) throw misused('the standard input is not UTF-8 text: convert it first');
  return text;
}
