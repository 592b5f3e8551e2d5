import { readFileSync } from 'node:fs';
import type { ZodType, z } from 'zod';
import { messageOf } from '../../src/diagnostics/messageOf.js';

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
