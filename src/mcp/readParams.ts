type Params = Readonly<Record<string, unknown>>;

/** Code of JSON-RPC 2.0 for what `readParams` cannot read. */
export const INVALID_PARAMS = -32602;

/**
 * The params of a request as the library of the protocol takes them: arguments that a client wrote as JSON in a text are
 * those, and `null` is nothing. Else what is wrong with them, which the library would say in its own words.
 */
export function readParams(
  method: string,
  given: unknown,
): { readonly params: Params | undefined } | { readonly problem: string } {
  const params = given ?? undefined;
  if (params !== undefined && !isObject(params)) return { problem: 'params: must be an object' };
  const named = NAMED_BY[method];
  if (named === undefined) return { params };
  if (typeof params?.[named] !== 'string') return { problem: `params.${named}: must be a text` };
  if (named === 'uri') return { params };
  const { arguments: args, ...others } = params;
  const read = argumentsIn(args);
  if (read === undefined) return { problem: 'params.arguments: must be an object' };
  if (args === undefined) return { params };
  return { params: { ...others, arguments: method === 'prompts/get' ? asTexts(read) : read } };
}

/** What the requests that are about something name it by. */
const NAMED_BY: Readonly<Record<string, 'name' | 'uri' | undefined>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

const isObject = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function argumentsIn(given: unknown): Params | undefined {
  if (given === undefined || given === null || given === '') return {};
  if (isObject(given)) return given;
  if (typeof given !== 'string') return undefined;
  try {
    const read: unknown = JSON.parse(given);
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** The arguments of a prompt are texts. */
const asTexts = (args: Params): Params =>
  Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) =>
      value === null ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  );
