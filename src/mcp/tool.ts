import type { Tool as Definition, ToolAnnotations } from '@modelcontextprotocol/server';
import { createClient, type Observation, type VaultClient } from 'memory-vault-client';
import { z } from 'zod';
import type { WorkingCopy } from '../checkout/workingCopy.js';
import type { ChosenProject } from '../connect/chosenProject.js';
import { namedAnchor } from '../domain/anchor.js';
import { nearestName } from '../domain/editDistance.js';
import type { ProjectKey } from '../domain/names.js';
import { fieldErrors, issueMessage, rejectionOf } from '../domain/parse.js';
import type { FieldError } from '../domain/rejection.js';
import { sinceDay, untilDay } from '../domain/time.js';
import type { GivenNote, Telling } from '../domain/told.js';
import type { Answer } from './answer.js';
import { type InputSchema, tolerantInput } from './tolerantInput.js';

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

/** What a model reads of a tool: a schema that refers to nothing, since some models are not given what it refers to. */
export function definitionOf({ name, description, input, annotations }: Tool): Definition {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    override: slim,
    metadata: NAMELESS,
  });
  // The cast is safe: the input of every tool is an object.
  return { name, description, annotations, inputSchema: schema as Definition['inputSchema'] };
}

/** Knows the descriptions of schemas, and none by a name: a schema with a name stands apart from where it is used. */
class NamelessSchemas extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get(schema: z.core.$ZodType): z.core.GlobalMeta | undefined {
    const { id: _, ...meta } = z.globalRegistry.get(schema) ?? {};
    return meta;
  }
}
const NAMELESS = new NamelessSchemas();

/** Members that say nothing to a model and cost tokens; the schema itself still holds them. */
const UNSAID = [
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'id',
  'format',
  'examples',
  'example',
];

function slim({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  for (const name of UNSAID) delete jsonSchema[name];
  // Only says that it is a number.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

/**
 * Calls a tool with arguments as `tolerantInput` reads them. Throws `Rejection('invalid_payload')` with everything that is
 * wrong with what it read.
 */
export async function call(one: Tool, given: unknown, surroundings: Surroundings): Promise<Answer> {
  const schema = schemaOf(one);
  const read = tolerantInput(given ?? {}, schema);
  const unknown = unknownIn(read, Object.keys(schema.properties));
  const result = one.input.safeParse(read, { error: whatIsWrong });
  if (result.success && unknown.length === 0) return one.answer(result.data, surroundings);
  const errors = result.success ? [] : fieldErrors(result.error);
  throw rejectionOf([...unknown, ...errors], 'invalid_payload');
}

/** What the arguments of each tool are: made once. */
const SCHEMAS = new WeakMap<Tool, InputSchema>();

function schemaOf(one: Tool): InputSchema {
  const made = SCHEMAS.get(one);
  if (made) return made;
  const { properties, required } = objectSchema(one.input, 'input');
  // A type of note is any text to a model, and one of a few words behind that.
  const { properties: words } = objectSchema(one.input, 'output');
  const all = Object.entries(properties).map(([name, schema]) => [
    name,
    { ...schema, enum: words[name]?.enum },
  ]);
  const schema = { properties: Object.fromEntries(all), required };
  SCHEMAS.set(one, schema);
  return schema;
}

function objectSchema(input: z.ZodType, io: 'input' | 'output'): InputSchema {
  const schema = z.toJSONSchema(input, { io, metadata: NAMELESS, unrepresentable: 'any' });
  const { properties = {}, required = [] } = schema;
  // The cast is safe: the arguments of all tools have schemas that are objects.
  return { properties: properties as InputSchema['properties'], required };
}

/** As many arguments that a tool does not have as one can read. */
const MOST_UNKNOWN = 5;

function unknownIn(read: unknown, known: readonly string[]): FieldError[] {
  const names = Object.keys(Object(read)).filter((name) => !known.includes(name));
  return names.slice(0, MOST_UNKNOWN).map((name) => {
    const nearest = nearestName(name, known);
    const next = nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
    const message = `is not an argument of this tool${next}, which takes ${known.join(', ')}`;
    return { path: `/${name.slice(0, 100)}`, message };
  });
}

/** What is wrong with an argument, without a word of the library. */
const whatIsWrong: z.core.$ZodErrorMap = (issue) => {
  const unit = 'origin' in issue && issue.origin === 'array' ? ' of them' : '';
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}${unit}`;
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}${unit}`;
  return issueMessage(issue) ?? 'cannot be read';
};

/** A time, or a day, which is taken from its beginning (UTC). */
export const SinceTime = z.string().overwrite(sinceDay);

/** A time, or a day, which is taken up to its end. */
export const UntilTime = z.string().overwrite(untilDay);

/** Of a server that runs elsewhere: files are taken as they are named, and nothing is known of them. */
export const ELSEWHERE: WorkingCopy = {
  anchorsOf: async (files) => files.map(namedAnchor),
  pathOf: (named) => named,
  touched: async () => [],
  changed: () => new Map(),
  stateOf: async () => undefined,
};

/** What the tools of a connection gave, until it is known in which session. */
export interface GivenRecord {
  /** What the agent calls its session, once it has said so: it may do that with a later call, or never. */
  session: string | undefined;
  /** The ULID of that session, once the vault has said it. */
  id?: string;
  readonly waiting: Telling[];
  /** In milliseconds since 1970. */
  readonly now: () => number;
}

/** What a tool works with: whose vault, for which project, in which session. */
export interface Surroundings {
  readonly vault: VaultClient;
  /** Undefined when nothing says which project it is. */
  readonly project: ChosenProject | undefined;
  /** The name of the client, such as `claude-code`. */
  readonly agent?: string | undefined;
  /** What the agent calls its session: saves land in the work session of that name. */
  readonly clientRef?: string | undefined;
  /** The number of the agent's last session in each project, by its key: those before it have ended, and need not be asked for. */
  readonly reached?: Map<ProjectKey, number> | undefined;
  /** Where the server runs beside it. */
  readonly workingCopy?: WorkingCopy | undefined;
  /** What is to be recorded of what the agent is given; not set where nobody knows its session. */
  readonly record?: GivenRecord | undefined;
  /** Is told which notes an answer gives to the agent. It does not wait. */
  readonly giving?: ((notes: readonly GivenNote[]) => void) | undefined;
}

/** A note as it was given. */
export const givenNote = ({ id, revision = 1 }: Observation): GivenNote => ({ id, revision });

/** The vault that a `fetch` of this process reaches; its calls carry the headers, and none is repeated. */
export const vaultWithin = (
  fetch: (asked: Request) => Promise<Response>,
  headers: Readonly<Record<string, string>>,
): VaultClient => createClient({ url: 'http://localhost', headers, fetch, retry: { attempts: 1 } });
