/** A message of the service to whoever runs it. */
export interface Said {
  /** The stable code, or the sentence itself where there is none. */
  readonly what: string;
  /** True when it names the file, directory or setting that is concerned. */
  readonly names: boolean;
  /** True when it says what to do. */
  readonly next: boolean;
}

/** A verb with which a part of a sentence begins: a next step. Without one it only states what is the case. */
const NEXT_STEP =
  /(?:^|[.:;,] |\b(?:and|or|then) )(check|choose|delete|free|give|keep|make|mount|move|put|rebuild|remove|replace|restart|restore|run|see|set|start|stop|use)\b/i;
const NAME =
  /VAULT_[A-Z_]+|--[a-z-]+|(?<!\w)\/[\w.-]+|\b[\w-]+\.(db|key|json|lock|secret|latest)\b/;
const DIGITS = /\d+/g;
const PATHS = /(\/[\w.-]+)+\//g;

/**
 * The messages in the output of the service, each once. A line of JSON with a `code` and a next step is one; a fault
 * that the service did not foresee (`internal_error`) says nothing to do about it.
 */
export function saidIn(output: string): readonly Said[] {
  const all = output.split('\n').filter(Boolean).map(messageOf);
  return [...new Map(all.map((said) => [said.what, said])).values()];
}

/** True for a message from which somebody knows what to do, and where. */
export const isClear = ({ names, next }: Said) => names && next;

function messageOf(line: string): Said {
  const fields = fieldsOf(line);
  if (!fields) return sentence(line);
  const { code, next, file, setting, msg } = fields;
  if (typeof code !== 'string') return sentence(String(msg));
  return {
    what: `\`${code}\``,
    names: typeof file === 'string' || typeof setting === 'string',
    next: typeof next === 'string' && next !== '' && code !== 'internal_error',
  };
}

function sentence(text: string): Said {
  const what = text.replaceAll(PATHS, '…/').replaceAll(DIGITS, 'N').slice(0, 160);
  return { what: `“${what}”`, names: NAME.test(text), next: NEXT_STEP.test(text) };
}

function fieldsOf(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    // The spread makes a plain record of any object.
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
