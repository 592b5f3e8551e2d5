import { readFileSync } from 'node:fs';
import { Diagnostic, messageOf } from '../diagnostics/diagnostic.js';
import { cosignedBy, readPolicy, type WitnessPolicy } from '../proof/witnessPolicy.js';

/** The option of each command that checks who cosigned a checkpoint. */
export const POLICY = '--policy <file>';

/** What it is, in the help. */
export const POLICY_IS =
  'policy (https://c2sp.org/tlog-policy) of the witnesses that must have cosigned each checkpoint';

/** Reads the file of a policy. Throws what says which file, and everything that is wrong in it. */
export function policyIn(file: string): WitnessPolicy {
  const text = readFileSync(file, 'utf8');
  try {
    return readPolicy(text);
  } catch (cause) {
    throw new Error(`${file} is not a policy of witnesses: ${messageOf(cause)}`, { cause });
  }
}

/** What is wrong where fewer witnesses than the policy asks for cosigned the checkpoint in a file; undefined where enough did. */
export function tooFewIn(file: string, note: string, policy: WitnessPolicy): string | undefined {
  const { isEnough, words } = cosignedBy(note, policy);
  return isEnough ? undefined : `the checkpoint in ${file}: ${words}`;
}

/** The policy of an option, else that of `VAULT_WITNESSES`. Throws where neither is given. */
export function policyOf(file: string | undefined, own: WitnessPolicy | undefined): WitnessPolicy {
  if (file !== undefined) return policyIn(file);
  if (own) return own;
  const message =
    'no policy names the witnesses: set VAULT_WITNESSES to a policy, or give one with';
  throw new Diagnostic('setting_wrong', `${message} --policy FILE`, { setting: 'VAULT_WITNESSES' });
}
