import type { Tool as Definition, ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { parse } from '../domain/parse.js';
import type { Answer } from './answer.js';
import type { Surroundings } from './surroundings.js';

/** One tool. Its definition, the check of its input and its answers are all made from it. */
export interface Tool<S extends z.ZodType = z.ZodType> {
  readonly name: `memory_${string}`;
  /** Teaches a model when to call it. */
  readonly description: string;
  readonly input: S;
  readonly annotations: ToolAnnotations;
  readonly answer: (input: z.output<S>, surroundings: Surroundings) => Promise<Answer>;
}

/** Infers the types of a tool literal. */
export function tool<S extends z.ZodType>(definition: Tool<S>): Tool {
  // The cast is safe: `call` gives a tool only the output of its own schema.
  return definition as unknown as Tool;
}

/** Only reads, and nothing outside the vault. */
export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** What a model reads of a tool. */
export function definitionOf({ name, description, input, annotations }: Tool): Definition {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', override: slim });
  // The cast is safe: the input of every tool is an object.
  return { name, description, annotations, inputSchema: schema as Definition['inputSchema'] };
}

/** Members that say nothing to a model and cost tokens; the schema itself still holds them. */
const UNSAID = [
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'id',
  'format',
  'examples',
  'example',
];

function slim({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  for (const name of UNSAID) delete jsonSchema[name];
}

/** Calls a tool. Throws `Rejection('invalid_payload')` with everything that is wrong with `given`. */
export function call(one: Tool, given: unknown, surroundings: Surroundings): Promise<Answer> {
  return one.answer(parse(one.input, withoutNulls(given ?? {}), 'invalid_payload'), surroundings);
}

/** Models write null for what they leave out. */
function withoutNulls(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}
