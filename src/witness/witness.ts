import { createHash } from 'node:crypto';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '../diagnostics/diagnostic.js';
import type { Clock } from '../domain/time.js';
import { readOwnFile } from '../files/regularFile.js';
import { syncPath, writeFreshFile } from '../files/writeFile.js';
import { oneAtATime } from '../log/oneAtATime.js';
import { areEqual, type Bytes, fromBase64 } from '../proof/bytes.js';
import { type Checkpoint, readCheckpoint } from '../proof/checkpoint.js';
import { readSignedNote, type VerifierKey } from '../proof/signedNote.js';
import { cosign, openNote, type SigningKey } from '../proof/signingKey.js';
import { emptyRoot, extendsTree } from '../proof/treePaths.js';

/** What https://c2sp.org/tlog-witness answers: a status and a text. */
export interface WitnessAnswer {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422;
  readonly text: string;
}

/** Cosigns the checkpoints of other logs, of each one history only. */
export interface Witness {
  /** Takes the body of an `add-checkpoint`. What it cosigns is on disk before it answers. */
  addCheckpoint(body: string): Promise<WitnessAnswer>;
}

interface WitnessParts {
  readonly dataDir: string;
  /** The logs that it knows. */
  readonly logs: readonly VerifierKey[];
  readonly key: () => SigningKey;
  readonly clock: Clock;
}

interface Asked {
  readonly old: number;
  readonly proof: readonly Bytes[];
  readonly note: string;
}

const answer = (status: WitnessAnswer['status'], text: string): WitnessAnswer => ({ status, text });

const sha256 = (bytes: Uint8Array): Bytes =>
  Uint8Array.from(createHash('sha256').update(bytes).digest());

/** The witness of a vault. It keeps the last checkpoint that it cosigned of each log in the folder `witnessed`. */
export function witness({ dataDir, logs, key, clock }: WitnessParts): Witness {
  const inTurn = oneAtATime();
  const folder = join(dataDir, 'witnessed');
  const fileOf = (origin: string) =>
    join(folder, createHash('sha256').update(origin).digest('hex'));

  function lastOf(origin: string): Checkpoint {
    try {
      return readCheckpoint(readSignedNote(readOwnFile(fileOf(origin))).text);
    } catch (error) {
      // Whatever else keeps the file from being read must not look as if nothing had been cosigned.
      if (isMissing(error)) return { origin, size: 0, root: emptyRoot() };
      throw error;
    }
  }

  function keep(origin: string, note: string): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = fileOf(origin);
    writeFreshFile(`${file}.fresh`, note, { flush: true });
    renameSync(`${file}.fresh`, file);
    syncPath(folder);
    syncPath(dataDir);
  }

  async function cosignNewer(
    { old, proof, note }: Asked,
    log: VerifierKey,
  ): Promise<WitnessAnswer> {
    const text = openNote(note, log);
    const next = readCheckpoint(text);
    const last = lastOf(log.name);
    if (old > next.size) return answer(400, 'the old size is larger than the checkpoint\n');
    if (old !== last.size) return answer(409, `${last.size}\n`);
    if (next.size === 0 && !areEqual(next.root, emptyRoot()))
      return answer(422, 'the root is not that of an empty log\n');
    if (!(await extendsTree(last, next, proof, sha256)))
      return answer(422, 'the checkpoint does not extend the last one of this log\n');
    const line = cosign(text, key(), Math.floor(clock() / 1000));
    // Without the other lines, which nobody has checked: with more than a note may have, it could not be read again.
    keep(log.name, `${text}\n${line}`);
    return answer(200, line);
  }

  return {
    addCheckpoint: (body) =>
      inTurn(async () => {
        const asked = readBody(body);
        const origin = asked && originOf(asked.note);
        if (!asked || origin === undefined)
          return answer(
            400,
            'this is not an add-checkpoint request: see https://c2sp.org/tlog-witness\n',
          );
        const log = logs.find(({ name }) => name === origin);
        if (!log) return answer(404, 'this witness does not know that log\n');
        try {
          openNote(asked.note, log);
        } catch {
          return answer(403, 'the checkpoint is not signed with the key of that log\n');
        }
        return cosignNewer(asked, log);
      }),
  };
}

function originOf(note: string): string | undefined {
  try {
    return readCheckpoint(readSignedNote(note).text).origin;
  } catch {
    return undefined;
  }
}

function readBody(body: string): Asked | undefined {
  const end = body.indexOf('\n\n');
  const [first = '', ...lines] = body.slice(0, Math.max(end, 0)).split('\n');
  const [, old] = /^old (0|[1-9]\d{0,14})$/.exec(first) ?? [];
  const proof = lines.slice(0, 64).map(fromBase64);
  if (old === undefined || lines.length > 63) return undefined;
  const hashes = proof.filter((hash) => hash?.length === 32);
  // The filter leaves no undefined.
  return hashes.length === proof.length
    ? { old: Number(old), proof: hashes as Bytes[], note: body.slice(end + 2) }
    : undefined;
}
