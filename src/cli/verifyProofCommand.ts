import { readFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import type { Command } from '@commander-js/extra-typings';
import { z } from 'zod';
import { readConfig } from '../config/config.js';
import { tryParse } from '../domain/json.js';
import { ConsistencyProof, InclusionProof } from '../http/routes/audit.js';
import { leaf } from '../log/chain.js';
import { type Checkpoint, readCheckpoint } from '../log/proof/checkpoint.js';
import { verifyConsistency, verifyInclusion } from '../log/proof/merkleTree.js';
import { openNote, readVerifierKey } from '../log/proof/signedNote.js';
import { ownVerifierKey } from '../maintenance/checkpoints.js';
import { verifying } from './terminal/exit.js';
import { command } from './terminal/program.js';

interface VerifyProofOptions {
  readonly against: readonly string[];
  readonly key?: string;
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
      (file: string, before: readonly string[]) => [...before, file],
      [],
    )
    .option(
      '--key <key>',
      'public key that must have signed the checkpoint (default: the key of this vault)',
    )
    .action((file: string, options: VerifyProofOptions) =>
      verifying(() => verifyProof(file, options)),
    );
}

async function verifyProof(file: string, { against, key }: VerifyProofOptions): Promise<void> {
  const proof = readProof(file === '-' ? await readAll(process.stdin) : readFileSync(file, 'utf8'));
  const claim = 'envelope' in proof ? inclusionOf(proof) : consistencyOf(proof);
  const problem = claim.problem ?? checkpointProblem(claim, against, key);
  if (problem !== undefined) {
    console.log(`NOT ok: ${problem}`);
    process.exitCode = 1;
    return;
  }
  console.log(`ok: ${claim.statement}`);
  for (const { size, root } of claim.trees)
    console.log(`root of ${size} events: ${root.toString('base64')}`);
  if (against.length === 0)
    console.log('compare these roots with a signed checkpoint: --against FILE');
}

/** What a proof says, and what is wrong with it; the trees are those that it speaks of. */
interface Claim {
  readonly statement: string;
  readonly problem: string | undefined;
  readonly trees: readonly Pick<Checkpoint, 'size' | 'root'>[];
}

/** A hash as the API gives it. */
const Hash = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/)
  .transform((text) => Buffer.from(text, 'base64'));
const { envelope } = InclusionProof.shape;

const Inclusion = InclusionProof.extend({
  leaf_hash: Hash,
  root: Hash,
  path: z.array(Hash),
  envelope: envelope.extend({
    meta: z.object({ actor: z.string() }).catchall(z.string()),
    commitment: z.string().regex(/^[0-9a-f]{64}$/),
  }),
});
const Consistency = ConsistencyProof.extend({
  from_root: Hash,
  to_root: Hash,
  path: z.array(Hash),
});

function readProof(text: string) {
  const { data } = z.union([Inclusion, Consistency]).safeParse(tryParse(text));
  if (data) return data;
  throw new Error(
    'this is not a proof of inclusion or consistency: give an answer of /api/v1/audit/inclusion or /consistency',
  );
}

/** The envelope is hashed here: what is proved is what is shown. */
function inclusionOf(proof: z.output<typeof Inclusion>): Claim {
  const { leaf_index: index, leaf_hash, tree_size: size, root, path } = proof;
  const { position, id, stream, type } = proof.envelope;
  const commitment = Buffer.from(proof.envelope.commitment, 'hex');
  const hash = leaf({ ...proof.envelope, commitment });
  const statement = `event ${position} (${type}, ${stream}, ${id}) is in the log of ${size} events`;
  const trees = [{ size, root }];
  const claim = (problem?: string): Claim => ({ statement, problem, trees });
  if (!hash.equals(leaf_hash) || position !== index + 1)
    return claim('the envelope does not match the leaf: it was changed');
  const isIn = verifyInclusion({ index, size, leaf: hash }, path, root);
  return claim(isIn ? undefined : 'the path does not lead from the event to the root');
}

function consistencyOf(proof: z.output<typeof Consistency>): Claim {
  const { from, to, from_root, to_root, path } = proof;
  return {
    statement: `the log of ${to} events begins with the earlier log of ${from} events`,
    problem: verifyConsistency({ from, to }, path, from_root, to_root)
      ? undefined
      : 'the path does not lead from one root to the other',
    trees: [
      { size: from, root: from_root },
      { size: to, root: to_root },
    ],
  };
}

function checkpointProblem({ trees }: Claim, files: readonly string[], key: string | undefined) {
  if (files.length === 0) return undefined;
  const signer =
    key === undefined ? ownVerifierKey(readConfig(process.env).dataDir) : readVerifierKey(key);
  for (const file of files) {
    const { size, root } = readCheckpoint(openNote(readFileSync(file, 'utf8'), signer));
    const tree = trees.find((one) => one.size === size);
    if (!tree) return `the proof is not about the ${size} events of the checkpoint in ${file}`;
    if (!tree.root.equals(root)) return `the checkpoint in ${file} has a different root`;
  }
  return undefined;
}
