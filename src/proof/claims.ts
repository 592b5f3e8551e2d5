import { areEqual, type Bytes, fromBase64, type Sha256, utf8 } from './bytes.js';
import { includesLeaf, type Tree } from './treePaths.js';
import { Unproven } from './unproven.js';

/** A value that JSON can say. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The public part of an event, with all that its leaf is made from and nothing else. */
type Envelope = { readonly [key: string]: Json } & {
  readonly position: number;
  readonly id: string;
  readonly stream: string;
  readonly type: string;
};

/** A proof of inclusion whose every part has its form. */
export interface InclusionClaim {
  readonly index: number;
  readonly leaf: Bytes;
  readonly tree: Tree;
  readonly path: readonly Bytes[];
  readonly envelope: Envelope;
}

/** A proof of consistency whose every part has its form. */
export interface ConsistencyClaim {
  readonly older: Tree;
  readonly newer: Tree;
  readonly path: readonly Bytes[];
}

/** Reads an answer of /api/v1/audit/inclusion. Throws `Unproven` about the first part that is not as it must be. */
export function readInclusionProof(proof: unknown): InclusionClaim {
  const fields = recordOf(proof, 'the proof');
  return {
    index: whole(fields, 'leaf_index'),
    leaf: hash(fields, 'leaf_hash'),
    tree: { size: whole(fields, 'tree_size'), root: hash(fields, 'root') },
    path: pathOf(fields),
    envelope: envelopeOf(fields.envelope),
  };
}

/** Reads an answer of /api/v1/audit/consistency. Throws `Unproven` about the first part that is not as it must be. */
export function readConsistencyProof(proof: unknown): ConsistencyClaim {
  const fields = recordOf(proof, 'the proof');
  return {
    older: { size: whole(fields, 'from'), root: hash(fields, 'from_root') },
    newer: { size: whole(fields, 'to'), root: hash(fields, 'to_root') },
    path: pathOf(fields),
  };
}

/**
 * Checks that the event of a proof is in its tree: its leaf is made from the envelope that is shown, and the path leads from it
 * to the root. Throws `Unproven` when it is not.
 */
export async function proveInclusion(claim: InclusionClaim, sha256: Sha256): Promise<void> {
  const { index, leaf, tree, path, envelope } = claim;
  // SHA-256(0x00 ‖ canonical envelope): the leaf of an event in the tree (RFC 6962 §2.1).
  const shown = await sha256(utf8(`\0${canonicalJson(envelope)}`));
  if (envelope.position !== index + 1 || !areEqual(shown, leaf)) {
    throw new Unproven(
      'the event does not match its leaf: somebody changed the event in the proof',
    );
  }
  if (!(await includesLeaf({ index, leaf, ...tree }, path, sha256))) {
    throw new Unproven('the path does not lead from the event to the root');
  }
}

/** JSON without spaces, the keys of each object in the order of their UTF-16 units: the one form that is hashed. */
function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([key, of]) => `${JSON.stringify(key)}:${canonicalJson(of)}`).join(',')}}`;
}

// Array.isArray does not narrow a readonly array.
const isList = (value: object): value is readonly Json[] => Array.isArray(value);

type Fields = Readonly<Record<string, unknown>>;

function recordOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Unproven(`${what} is not a JSON object`);
  }
  // The cast is safe: any object that is no array is read by its keys.
  return value as Fields;
}

function whole(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new Unproven(`${name} of the proof is not a whole number`);
}

function hash(fields: Fields, name: string): Bytes {
  return hashOf(fields[name], `${name} of the proof`);
}

function hashOf(value: unknown, what: string): Bytes {
  const bytes = typeof value === 'string' ? fromBase64(value) : undefined;
  if (bytes?.length === 32) return bytes;
  throw new Unproven(`${what} is not a SHA-256 in base64`);
}

/** More than any proof has: two for each bit of a size. It bounds the work. */
const LONGEST_PATH = 128;

function pathOf({ path }: Fields): readonly Bytes[] {
  if (!Array.isArray(path) || path.length > LONGEST_PATH) {
    throw new Unproven(`path of the proof is not a list of at most ${LONGEST_PATH} hashes`);
  }
  return path.map((node, i) => hashOf(node, `hash ${i + 1} of the path`));
}

const TEXTS = ['id', 'stream', 'type', 'commitment'];
const NUMBERS = ['position', 'version', 'schema', 'at'];

/** Another field would be hashed but not shown, so that it is refused. */
function envelopeOf(value: unknown): Envelope {
  const fields = recordOf(value, 'the envelope');
  const meta = recordOf(fields.meta, 'meta of the envelope');
  const names = Object.keys(fields).sort().join();
  const isWhole =
    names === [...TEXTS, ...NUMBERS, 'meta'].sort().join() &&
    TEXTS.every((name) => typeof fields[name] === 'string') &&
    NUMBERS.every((name) => Number.isSafeInteger(fields[name])) &&
    Object.values(meta).every((text) => typeof text === 'string');
  if (!isWhole) throw new Unproven('the envelope does not have the fields of an event');
  // The cast is safe: each field was looked at above.
  return fields as Envelope;
}
