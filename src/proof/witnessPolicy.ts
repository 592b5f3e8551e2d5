import type { VerifierKey } from './signedNote.js';
import { readCosignerKey, readVerifierKey } from './signingKey.js';

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
  /** Whether these witnesses, by their names, are enough. */
  isEnough(names: ReadonlySet<string>): boolean;
}

type Rule = (names: ReadonlySet<string>) => boolean;

/** Reads a policy. Throws an error that says everything that is wrong, with the numbers of its lines. */
export function readPolicy(text: string): WitnessPolicy {
  const logs: VerifierKey[] = [];
  const witnesses: PolicyWitness[] = [];
  const rules = new Map<string, Rule>([['none', () => true]]);
  const problems: string[] = [];
  let quorum: Rule | undefined;

  const ruleOf = (name: string): Rule => {
    const rule = rules.get(name);
    if (rule) return rule;
    throw new Error(`there is no witness or group ${name} above it`);
  };
  const define = (name: string, rule: Rule) => {
    if (rules.has(name)) throw new Error(`the name ${name} is taken`);
    rules.set(name, rule);
  };
  function readLine(words: readonly string[]): void {
    const [kind, ...rest] = words;
    const [name = '', key = '', url] = rest;
    if (kind === 'log' && (rest.length === 1 || rest.length === 2)) {
      logs.push(readVerifierKey(name));
    } else if (kind === 'witness' && (rest.length === 2 || rest.length === 3)) {
      const witness = { name, key: readCosignerKey(key), url: url && readUrl(url) };
      define(name, (names) => names.has(name));
      witnesses.push(witness);
    } else if (kind === 'group' && rest.length >= 3) {
      const members = rest.slice(2).map(ruleOf);
      const least =
        { any: 1, all: members.length }[key] ?? (/^[1-9]\d{0,3}$/.test(key) ? Number(key) : 0);
      if (least < 1 || least > members.length)
        throw new Error(`of a group, any, all or 1 to ${members.length} are enough, not ${key}`);
      define(name, (names) => members.filter((rule) => rule(names)).length >= least);
    } else if (kind === 'quorum' && rest.length === 1 && !quorum) {
      quorum = ruleOf(name);
    } else
      throw new Error('it must be log, witness, group, or the only quorum, with all its parts');
  }
  for (const [i, line] of text.split('\n').entries()) {
    const words = line.split(/[ \t]+/).filter((word) => word !== '');
    if (words.length === 0 || words[0]?.startsWith('#')) continue;
    try {
      readLine(words);
    } catch (error) {
      problems.push(`line ${i + 1}: ${error instanceof Error ? error.message : error}`);
    }
  }
  const keys = [...logs, ...witnesses.map(({ key }) => key)].map(({ publicKey }) => `${publicKey}`);
  if (!quorum) problems.push('it needs a line quorum NAME, or quorum none');
  if (new Set(witnesses.map(({ key }) => `${key.publicKey}`)).size < witnesses.length)
    problems.push('two witnesses have the same key');
  if (keys.length > MOST) problems.push(`it may name at most ${MOST} logs and witnesses`);
  if (!quorum || problems.length > 0) throw new Error(problems.join('; '));
  return { logs, witnesses, isEnough: quorum };
}

/** So many signatures a note may have. */
const MOST = 90;

function readUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
    return text.replace(/\/+$/, '');
  throw new Error(`${text} is not a URL such as https://witness.example`);
}
