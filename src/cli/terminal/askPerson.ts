import type { ConfirmOptions, PasswordOptions } from '@clack/prompts';
import { EXIT, Failed, misused } from './failed.js';
import type { Output } from './output.js';

/** True where a person can be asked: keys come from a terminal, and a question can be shown on one. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Asks yes or no; no is the answer of whoever presses Enter. Throws `Failed` (interrupted) at Ctrl-C. */
export async function askYes(output: Output, message: string): Promise<boolean> {
  return asked<boolean>(output, ({ confirm }, where) =>
    confirm({ message, initialValue: false, ...where } satisfies ConfirmOptions),
  );
}

/** Asks for a text that is not shown. Throws as `askYes`. */
export async function askSecret(output: Output, message: string): Promise<string> {
  const validate = (text: string | undefined) =>
    text?.trim() ? undefined : 'paste it, then Enter';
  const secret = await asked<string>(output, ({ password }, where) =>
    password({ message, validate, ...where } satisfies PasswordOptions),
  );
  return secret.trim();
}

type Prompts = typeof import('@clack/prompts');

/** Questions go to standard error, like everything that is no result. */
async function asked<Answer>(
  { colours }: Output,
  ask: (prompts: Prompts, where: { output: NodeJS.WriteStream }) => Promise<Answer | symbol>,
): Promise<Answer> {
  if (!canAsk()) throw misused('there is no terminal to ask at');
  // The library reads only this, when it is loaded.
  if (!colours.isColorSupported) process.env.NO_COLOR = '1';
  const prompts = await import('@clack/prompts');
  const answer = await ask(prompts, { output: process.stderr });
  if (typeof answer === 'symbol') throw new Failed(EXIT.interrupted, 'stopped: nothing was done');
  return answer;
}
