import { createHash } from 'node:crypto';
import { fillMemory } from '../../support/fillMemory.js';
import { brokenPromises } from '../brokenPromises.js';
import { examine } from '../examine.js';
import { stillReadable } from '../readable.js';
import type { Answer } from '../requests.js';
import { seededRandom } from '../seededRandom.js';
import { answersIn } from '../shim/answersIn.js';
import type { Traced } from '../shim/trace.js';
import { disk, type Survival } from './disk.js';
import { layOut } from './layOut.js';
import { anyNames, anything, everything, nothing } from './survivals.js';

/** The results of many simulated power failures. */
export interface Outcome {
  readonly cuts: number;
  readonly images: number;
  /** Number of promises that were checked in images. */
  readonly promises: number;
  /** Images without an acknowledged answer, with an example. */
  readonly lost: readonly string[];
  /** Images with a forbidden state. */
  readonly wrong: readonly string[];
  /** Reasons why images did not open, with their numbers. */
  readonly refused: ReadonlyMap<string, number>;
}

interface Options {
  /** Directory in which the images are created, one after the other. */
  readonly directory: string;
  /** True when the power fails after this operation. */
  readonly cutsAfter: (operation: Traced, index: number) => boolean;
  /** Number of random survivals per failure, in addition to nothing and everything. */
  readonly draws: number;
}

/**
 * Cuts the power after the operations of a trace, creates the files that a disk may then have, and opens them like the
 * next start.
 */
export async function losePower(trace: readonly Traced[], options: Options): Promise<Outcome> {
  const { directory, cutsAfter, draws } = options;
  const drive = disk();
  const answers: Answer[] = [];
  const seen = new Set<string>();
  const lost: string[] = [];
  const wrong: string[] = [];
  const refused = new Map<string, number>();
  let cuts = 0;
  let promises = 0;
  for (const [i, operation] of trace.entries()) {
    drive.apply(operation);
    answers.push(...answersIn([operation]));
    if (!cutsAfter(operation, i)) continue;
    cuts++;
    for (const survival of survivals(operation, i, draws)) {
      const files = drive.after(survival);
      const image = `${answers.length} ${digestOf(files)}`;
      if (seen.has(image)) continue;
      seen.add(image);
      const vault = layOut(directory, files);
      // After a crash of the process alone, the files are complete.
      const readable = survival === everything ? stillReadable(answers, vault) : [];
      // Also not from the memory of the next process, which SQLite may copy into a file.
      for (const answer of answers) if (answer.is === 'forgotten') fillMemory(answer.title);
      const remains = await examine(vault, answers);
      const where = `power lost after operation ${i} (${operation.op})`;
      if (remains.refusal !== undefined) {
        refused.set(remains.refusal, (refused.get(remains.refusal) ?? 0) + 1);
      }
      const broken = [...readable, ...brokenPromises(answers, remains)];
      promises += answers.length;
      if (broken[0])
        lost.push(`${where}: ${broken.length} lost, first ${JSON.stringify(broken[0])}`);
      if (remains.problems[0]) wrong.push(`${where}: ${remains.problems.join('; ')}`);
    }
  }
  return { cuts, images: seen.size, promises, lost, wrong, refused };
}

function survivals({ op }: Traced, cut: number, draws: number): readonly Survival[] {
  const drawn = Array.from({ length: draws }, (_, i) => anything(seededRandom(cut * 1000 + i)));
  return [
    nothing,
    everything,
    ...drawn,
    ...(op === 'unlink' || op === 'rename' || op === 'link' ? anyNames() : []),
  ];
}

function digestOf(files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256');
  for (const [name, content] of files) {
    if (!name.endsWith('-shm')) hash.update(`${name} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}
