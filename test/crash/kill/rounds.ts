import { cpSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { brokenPromises } from '../brokenPromises.js';
import { examine } from '../examine.js';
import { stillReadable } from '../readable.js';
import { seededRandom } from '../seededRandom.js';
import type { KillableVault } from './killableVault.js';
import { emptyLedger, enter, type Ledger, nextRequest } from './ledger.js';

export interface Rounds {
  readonly name: string;
  readonly seed: number;
  readonly rounds: number;
  /** Kept over all rounds, so that a vault goes through one crash after the other. */
  readonly directory: string;
  /** Starts the vault again. May return before it is ready, so that it is killed during its start. */
  readonly start: (
    directory: string,
    round: number,
    random: () => number,
  ) => Promise<KillableVault>;
}

/** Whether a vault is killed in this round whatever it has answered; in the others after its first answer. */
export const isCalm = (round: number) => round % 5 === 0;

/** The result of killing a vault again and again. */
export interface Killed {
  readonly answers: number;
  /** Number of times that an answer was checked after a round. */
  readonly promises: number;
  readonly events: number;
  readonly problems: readonly string[];
}

const CONNECTIONS = 8;
/** A vault is left alone this long at most before it is killed, in milliseconds. */
const LONGEST = 200;

/** Kills a vault under load at random moments, and checks after each kill what the next start finds. */
export async function killInRounds(options: Rounds): Promise<Killed> {
  const { name, directory, rounds } = options;
  const random = seededRandom(options.seed);
  const ledger = emptyLedger();
  const problems: string[] = [];
  let promises = 0;
  let events = 0;
  for (let round = 1; round <= rounds; round++) {
    const vault = await options.start(directory, round, random);
    const { promise: first, resolve: answered } = deferred();
    const load = Promise.all(
      Array.from({ length: CONNECTIONS }, (_, i) =>
        useUntilGone(vault, ledger, random, `${name}-${round}-${i}`, answered),
      ),
    );
    if (!isCalm(round)) await Promise.race([first, load]);
    await sleep(random() * LONGEST);
    await vault.kill();
    await load;

    // A copy, so that the next life of the vault still has to repair the remains of this one.
    const copy = `${directory}-copy`;
    cpSync(directory, copy, { recursive: true });
    const readable = stillReadable(ledger.answers, copy);
    const remains = await examine(copy, ledger.answers);
    rmSync(copy, { recursive: true });
    const found = [
      ...(remains.refusal === undefined ? [] : [`refused: ${remains.refusal}`]),
      ...remains.problems,
      ...readable.map((answer) => `readable ${JSON.stringify(answer)}`),
      ...brokenPromises(ledger.answers, remains).map((answer) => `lost ${JSON.stringify(answer)}`),
    ];
    problems.push(...found.map((problem) => `${name}, round ${round}: ${problem}`));
    promises += ledger.answers.length;
    events = remains.events.length;
  }
  return { answers: ledger.answers.length, promises, events, problems };
}

/** One connection: sends one request after the other until there is no answer any more. */
async function useUntilGone(
  vault: KillableVault,
  ledger: Ledger,
  random: () => number,
  name: string,
  answered: () => void,
): Promise<void> {
  for (let n = 1; ; n++) {
    await sleep(random() * 12);
    // Names end with a semicolon, so that no name is part of another when the files are searched.
    const request = nextRequest(ledger, random, `${name}-${n};`);
    const answer = await vault.ask(request);
    enter(ledger, request, answer);
    if (!answer) return;
    answered();
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
