import { readFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import type { Command } from '@commander-js/extra-typings';
import { readConfig } from '../config/config.js';
import { messageOf } from '../diagnostics/diagnostic.js';
import { sha256 } from '../domain/hash.js';
import { tryParse } from '../domain/json.js';
import { openCheckpoint, ownVerifierKey } from '../maintenance/checkpoints.js';
import { areEqual, type Bytes, toBase64 } from '../proof/bytes.js';
import {
  type ConsistencyClaim,
  type InclusionClaim,
  proveInclusion,
  readConsistencyProof,
  readInclusionProof,
} from '../proof/claims.js';
import { readVerifierKey } from '../proof/signingKey.js';
import { extendsTree, type Tree } from '../proof/treePaths.js';
import { Unproven } from '../proof/unproven.js';
import { POLICY, POLICY_IS, policyIn, tooFewIn } from './policyOption.js';
import { verifying } from './terminal/exit.js';
import { another } from './terminal/input.js';
import { command } from './terminal/program.js';

interface VerifyProofOptions {
  readonly against: readonly string[];
  readonly key?: string;
  readonly policy?: string;
}

export function verifyProofCommand(program: Command): void {
  command(program, 'verify-proof', {
    description: 'check a proof of inclusion or consistency; needs no log, and with --key no vault',
    examples: ['verify-proof proof.json --against checkpoint.txt'],
  })
    .argument(
      '<file>',
      'an answer of /api/v1/audit/inclusion or /consistency; - reads standard input',
    )
    .option(
      '--against <file>',
      'signed checkpoint that the proof must agree with; a proof of consistency may have two',
      another,
      [],
    )
    .option(
      '--key <key>',
      'public key that must have signed the checkpoint (default: the key of this vault)',
    )
    .option(POLICY, POLICY_IS)
    .action((file: string, options: VerifyProofOptions) =>
      verifying(() => verifyProof(file, options)),
    );
}

async function verifyProof(file: string, options: VerifyProofOptions): Promise<void> {
  const { against } = options;
  if (options.policy !== undefined && against.length === 0)
    throw new Error('--policy needs a checkpoint: name one with --against FILE');
  const proof = readProof(file === '-' ? await readAll(process.stdin) : readFileSync(file, 'utf8'));
  const claim = await ('envelope' in proof ? inclusionOf(proof) : consistencyOf(proof));
  const problem = claim.problem ?? checkpointProblem(claim, options);
  if (problem !== undefined) {
    console.log(`NOT ok: ${problem}`);
    process.exitCode = 1;
    return;
  }
  console.log(`ok: ${claim.statement}`);
  for (const { size, root } of claim.trees)
    console.log(`root of ${size} events: ${toBase64(root)}`);
  if (against.length === 0)
    console.log('compare these roots with a signed checkpoint: --against FILE');
}

/** What a proof says, and what is wrong with it; the trees are those that it speaks of. */
interface Claim {
  readonly statement: string;
  readonly problem: string | undefined;
  readonly trees: readonly Tree[];
}

function readProof(text: string): InclusionClaim | ConsistencyClaim {
  const value = tryParse(text);
  try {
    const isInclusion = typeof value === 'object' && value !== null && 'envelope' in value;
    return isInclusion ? readInclusionProof(value) : readConsistencyProof(value);
  } catch (cause) {
    throw new Error(
      `this is not a proof of inclusion or consistency: give the answer of /api/v1/audit/inclusion or /consistency (${messageOf(cause)})`,
      { cause },
    );
  }
}

const hashed = (bytes: Bytes): Bytes => Uint8Array.from(sha256(Buffer.from(bytes)));

async function inclusionOf(proof: InclusionClaim): Promise<Claim> {
  const { position, id, stream, type } = proof.envelope;
  const statement = `event ${position} (${type}, ${stream}, ${id}) is in the log of ${proof.tree.size} events`;
  const problem = await proveInclusion(proof, hashed).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Unproven) return error.message;
      throw error;
    },
  );
  return { statement, problem, trees: [proof.tree] };
}

async function consistencyOf({ older, newer, path }: ConsistencyClaim): Promise<Claim> {
  const isProved = await extendsTree(older, newer, path, hashed);
  return {
    statement: `the log of ${newer.size} events begins with the earlier log of ${older.size} events`,
    problem: isProved ? undefined : 'the proof does not lead from one root to the other',
    trees: [older, newer],
  };
}

function checkpointProblem({ trees }: Claim, { against, key, policy: file }: VerifyProofOptions) {
  if (against.length === 0) return undefined;
  const policy = file === undefined ? undefined : policyIn(file);
  const signer =
    key === undefined ? ownVerifierKey(readConfig(process.env).dataDir) : readVerifierKey(key);
  for (const file of against) {
    const note = readFileSync(file, 'utf8');
    const { size, root } = openCheckpoint(note, signer);
    const tree = trees.find((one) => one.size === size);
    if (!tree) return `the proof is not about the ${size} events of the checkpoint in ${file}`;
    if (!areEqual(tree.root, root)) return `the checkpoint in ${file} has a different root`;
    const tooFew = policy && tooFewIn(file, note, policy);
    if (tooFew !== undefined) return tooFew;
  }
  return undefined;
}
