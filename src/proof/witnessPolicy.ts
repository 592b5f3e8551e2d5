import type { VerifierKey } from './signedNote.js';
import { cosignatureOf, readCosignerKey, readVerifierKey } from './signingKey.js';

/** A witness that a log asks. */
export interface PolicyWitness {
  readonly name: string;
  readonly key: VerifierKey;
  /** Where it takes checkpoints, without a slash at the end. */
  readonly url: string | undefined;
}

/** Who witnesses whom, and how many are enough: a file as https://c2sp.org/tlog-policy. */
export interface WitnessPolicy {
  /** The logs that this vault witnesses, by their keys. */
  readonly logs: readonly VerifierKey[];
  readonly witnesses: readonly PolicyWitness[];
  /** How many are enough, in words: "2 of office, home, cloud". */
  readonly asks: string;
  /** Whether these witnesses, by their names, are enough. */
  isEnough(names: ReadonlySet<string>): boolean;
}

/** The policy of a vault that has no witnesses and is none. */
export const NO_WITNESSES: WitnessPolicy = {
  logs: [],
  witnesses: [],
  asks: 'no witness',
  isEnough: () => true,
};

/** Who of a policy cosigned a checkpoint, and when, in seconds since 1970. */
export interface Cosigned {
  readonly by: readonly { readonly name: string; readonly at: number }[];
  readonly isEnough: boolean;
  /** All of it in a sentence without an end, about "it". */
  readonly words: string;
}

/** Checks the lines of witnesses in a checkpoint. Throws `Unproven` when it is no note. */
export function cosignedBy(note: string, policy: WitnessPolicy): Cosigned {
  const { witnesses, asks, isEnough } = policy;
  const by = witnesses.flatMap(({ name, key }) => {
    const at = cosignatureOf(note, key)?.at;
    return at === undefined ? [] : [{ name, at }];
  });
  const names = by.map(({ name }) => name);
  const enough = isEnough(new Set(names));
  return { by, isEnough: enough, words: sayCosigned(names, witnesses.length, enough, asks) };
}

/** That these witnesses of `all` cosigned "it", as `Cosigned` has it in words. */
export function sayCosigned(
  names: readonly string[],
  all: number,
  isEnough: boolean,
  asks: string,
): string {
  const who = names.length > 0 ? ` (${names.join(', ')})` : '';
  const judged = isEnough ? 'enough' : 'too few';
  return `${names.length} of ${all} witnesses cosigned it${who}, ${judged} for the policy, which asks for ${asks}`;
}

interface Rule {
  readonly words: string;
  readonly isMet: (names: ReadonlySet<string>) => boolean;
}

/** Reads a policy. Throws an error that says everything that is wrong, with the numbers of its lines. */
export function readPolicy(text: string): WitnessPolicy {
  const logs: VerifierKey[] = [];
  const witnesses: PolicyWitness[] = [];
  const rules = new Map<string, Rule>();
  const members = new Set<string>();
  const problems: string[] = [];
  let quorum: Rule | undefined;

  const ruleOf = (name: string): Rule => {
    const rule = rules.get(name);
    if (rule) return rule;
    throw new Error(`there is no witness or group ${name} above it`);
  };
  const memberOf = (name: string): Rule => {
    if (members.has(name)) throw new Error(`${name} is a member of a group already`);
    members.add(name);
    return ruleOf(name);
  };
  const define = (name: string, rule: Rule) => {
    if (rules.has(name) || name === 'none') throw new Error(`the name ${name} is taken`);
    rules.set(name, rule);
  };
  function readLine(words: readonly string[]): void {
    const [kind, ...rest] = words;
    const [name = '', key = '', url] = rest;
    if (kind === 'log' && (rest.length === 1 || rest.length === 2)) {
      logs.push(readVerifierKey(name));
    } else if (kind === 'witness' && (rest.length === 2 || rest.length === 3)) {
      const witness = { name, key: readCosignerKey(key), url: url && readUrl(url) };
      define(name, { words: name, isMet: (names) => names.has(name) });
      witnesses.push(witness);
    } else if (kind === 'group' && rest.length >= 3) {
      const names = rest.slice(2);
      const parts = names.map(memberOf);
      const least =
        { any: 1, all: parts.length }[key] ?? (/^[1-9]\d{0,3}$/.test(key) ? Number(key) : 0);
      if (least < 1 || least > parts.length)
        throw new Error(`of a group, any, all or 1 to ${parts.length} are enough, not ${key}`);
      define(name, {
        words: `${least} of ${names.join(', ')}`,
        isMet: (signed) => parts.filter(({ isMet }) => isMet(signed)).length >= least,
      });
    } else if (kind === 'quorum' && rest.length === 1 && !quorum) {
      quorum =
        name === 'none' ? { words: NO_WITNESSES.asks, isMet: NO_WITNESSES.isEnough } : ruleOf(name);
    } else
      throw new Error('it must be log, witness, group, or the only quorum, with all its parts');
  }
  for (const [i, line] of text.split('\n').entries()) {
    const words = line.split(/[ \t]+/).filter((word) => word !== '');
    if (words.length === 0 || words[0]?.startsWith('#')) continue;
    try {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the format forbids
      if (/[\0-\x08\x0b-\x1f\x7f]/.test(line))
        throw new Error('it has a control character: end each line with a line feed only');
      readLine(words);
    } catch (error) {
      problems.push(`line ${i + 1}: ${error instanceof Error ? error.message : error}`);
    }
  }
  const keys = witnesses.map(({ key }) => key);
  if (!quorum) problems.push('it needs a line quorum NAME, or quorum none');
  if (keyCount(keys) < keys.length) problems.push('two witnesses have the same key');
  if (keyCount(logs) < logs.length) problems.push('two logs have the same key');
  if (new Set(logs.map(({ name }) => name)).size < logs.length)
    problems.push('two logs have the same name');
  if (logs.length + keys.length > MOST)
    problems.push(`it may name at most ${MOST} logs and witnesses`);
  if (!quorum || problems.length > 0) throw new Error(problems.join('; '));
  return { logs, witnesses, asks: quorum.words, isEnough: quorum.isMet };
}

const keyCount = (keys: readonly VerifierKey[]) =>
  new Set(keys.map(({ publicKey }) => `${publicKey}`)).size;

/** So many signatures a note may have. */
const MOST = 90;

function readUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
    return text.replace(/\/+$/, '');
  throw new Error(`${text} is not a URL such as https://witness.example`);
}
