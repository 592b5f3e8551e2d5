/** The part of a JSON Schema that says what an argument is. */
interface ArgumentSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
}

/** What a tool takes. */
export interface InputSchema {
  readonly properties: Readonly<Record<string, ArgumentSchema>>;
  readonly required: readonly string[];
}

/**
 * The arguments of a call as the schema of its tool names and types them, however a client or a model wrote them: names in
 * another spelling (`sessionId`), numbers and truth values as text, a list as JSON, with commas or as its only element, one
 * word of several in another case or the plural, and for what may be left out `null`, an empty text or a word such as `None`.
 * What it does not understand it leaves as it is, for the tool to refuse.
 */
export function tolerantInput(given: unknown, { properties, required }: InputSchema): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const known = new Map(Object.keys(properties).map((name) => [spelling(name), name]));
  const read: Record<string, unknown> = {};
  for (const [as, value] of Object.entries(given)) {
    const name = Object.hasOwn(properties, as) ? as : (known.get(spelling(as)) ?? as);
    // What has its right name counts, also where it comes first.
    if (name !== as && Object.hasOwn(given, name)) continue;
    if (value === null || (!required.includes(name) && isNothing(value))) continue;
    // Not an assignment: a key may be `__proto__`.
    Object.defineProperty(read, name, {
      value: valueAs(properties[name] ?? {}, value),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return read;
}

/** Nothing, as programs write it in a text. */
const isNothing = (value: unknown) =>
  typeof value === 'string' &&
  /^\s*(?:null|undefined|none)?\s*$/i.test(value.slice(0, LONGEST_WORD));

/** Longer texts are no names, and are compared as they are. */
const LONGEST_WORD = 100;

/** A name or word without case, and without what separates its parts. */
function spelling(name: string): string {
  return name.length > LONGEST_WORD ? name : name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function valueAs({ type, enum: words }: ArgumentSchema, value: unknown): unknown {
  if (type === 'array') return listIn(value);
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (type === 'string') return words ? wordIn(words, textIn(only)) : textIn(only);
  if (typeof only !== 'string') return only;
  const text = only.trim();
  if (type === 'integer' || type === 'number') return NUMBER.test(text) ? Number(text) : only;
  if (type === 'boolean' && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return only;
}

const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/;

const textIn = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;

function listIn(value: unknown): unknown {
  const list = typeof value === 'string' ? listOfText(value) : [value].flat();
  const isNothing = (one: unknown) =>
    one === null || (typeof one === 'string' && one.trim() === '');
  return Array.isArray(list) ? list.filter((one) => !isNothing(one)).map(textIn) : list;
}

function listOfText(text: string): unknown {
  if (!/^\s*\[/.test(text)) return text.split(',');
  try {
    return JSON.parse(text);
  } catch {
    return text
      .replace(/^\s*\[|\]\s*$/g, '')
      .split(',')
      .map((one) => one.trim().replace(/^(['"])(.*)\1$/, '$2'));
  }
}

/** The word of a list that is meant, as in `Decisions`, `bug-fix` or `DISCOVERIES`. */
function wordIn(words: readonly string[], value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const written = spelling(value);
  const forms = [
    written,
    written.replace(/s$/, ''),
    written.replace(/es$/, ''),
    written.replace(/ies$/, 'y'),
  ];
  return words.find((word) => forms.includes(spelling(word))) ?? value;
}
