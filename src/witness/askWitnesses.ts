import { Diagnostic, messageOf } from '../diagnostics/diagnostic.js';
import type { Reporter } from '../diagnostics/reporter.js';
import { toBase64 } from '../proof/bytes.js';
import { readCheckpoint } from '../proof/checkpoint.js';
import { readSignedNote } from '../proof/signedNote.js';
import { cosignatureOf } from '../proof/signingKey.js';
import { cosignedBy, type PolicyWitness, type WitnessPolicy } from '../proof/witnessPolicy.js';

/** What a witness has last said. */
export interface WitnessState {
  readonly name: string;
  readonly url: string | undefined;
  /** What it has cosigned last, since the start of the service; `at` in seconds since 1970. */
  readonly cosigned: { readonly size: number; readonly at: number } | undefined;
  /** Why it did not cosign the last time. `refused`: it has seen another history. */
  readonly problem:
    | { readonly kind: 'refused' | 'unreachable'; readonly message: string }
    | undefined;
}

/** Has the checkpoints of a log cosigned by its witnesses. */
export interface Witnesses {
  /** Asks them now and every minute. */
  start(): void;
  /** Makes a checkpoint and asks all of them. Never rejects because of a witness. */
  ask(): Promise<void>;
  /** The last checkpoint that was asked for, with the lines of those who cosigned it; undefined before the first. */
  note(): string | undefined;
  states(): readonly WitnessState[];
  /** How many witnesses have to cosign, in words. */
  readonly asks: string;
  /** Whether those who cosigned the last checkpoint are as many as the policy asks for. */
  isEnough(): boolean;
}

interface WitnessesParts {
  readonly policy: WitnessPolicy;
  /** A signed checkpoint of at least so many events, if the log has them. */
  readonly checkpoint: (events: number) => Promise<string>;
  readonly consistency: (from: number, to: number) => Promise<readonly Uint8Array[]>;
  readonly send: typeof fetch;
  readonly stopping: AbortSignal;
  readonly reporter: Pick<Reporter, 'raise' | 'clear' | 'report'>;
}

/** A witness that does not answer for so long counts as unreachable. */
const PATIENCE_MS = 10_000;
const EVERY_MS = 60_000;
const LARGEST_ANSWER = 16_384;

const MEANS: Readonly<Record<number, string>> = {
  403: 'it knows another key of this log, or does not answer to the name in its URL: compare its line log with memory-vault checkpoint --public-key, and look at its VAULT_ALLOWED_HOSTS',
  404: 'it does not know this log: add a line to its policy, log and the key that memory-vault checkpoint --public-key prints',
};

class Refused extends Error {
  /** How many events it has cosigned, where it said so. */
  readonly known: number;

  constructor(message: string, known = 0) {
    super(message);
    this.known = known;
  }
}

export function askWitnesses(parts: WitnessesParts): Witnesses {
  const { policy, checkpoint, consistency, send, stopping, reporter } = parts;
  const states = new Map<string, WitnessState>();
  let latest: { readonly note: string; readonly isEnough: boolean } | undefined;
  let running: Promise<void> | undefined;

  /** The line of a witness, and when it signed. Throws `Refused`, or what else went wrong. */
  async function askOne({ key, url }: PolicyWitness, note: string, size: number) {
    // A witness says which size it knows. So nothing is kept here that could be wrong.
    for (let old = 0, tries = 0; tries < 3; tries++) {
      const proof = old === 0 ? [] : await consistency(old, size);
      const body = `${[`old ${old}`, ...proof.map(toBase64)].join('\n')}\n\n${note}`;
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(PATIENCE_MS)]);
      const request = { method: 'POST', body, signal, redirect: 'manual' } as const;
      const response = await send(`${url}/add-checkpoint`, request);
      const text = await shortText(response);
      if (response.status === 200) {
        // Its one line that was checked: any other could make the whole note worthless.
        const cosignature = cosignatureOf(note + text, key);
        if (!cosignature)
          throw new Error('it did not sign with its key: it may have another one by now');
        return cosignature;
      }
      const known =
        response.status === 409 && /^(0|[1-9]\d{0,14})\n$/.test(text) ? Number(text) : -1;
      // Some answer 409 to another root of the size that they know.
      const isOther = response.status === 409 && old === size && size > 0 && known <= size;
      if (response.status === 422 || isOther)
        throw new Refused('this log does not begin with what it has cosigned before');
      if (known > size)
        throw new Refused(`it has cosigned ${known} events, and this log has ${size}`, known);
      if (known < 0)
        throw new Error(MEANS[response.status] ?? `it answered with status ${response.status}`);
      old = known;
    }
    throw new Error('it named another size each time');
  }

  async function askAll(least = 0): Promise<void> {
    const note = await checkpoint(least);
    let ahead = 0;
    const { size } = readCheckpoint(readSignedNote(note).text);
    const asked = policy.witnesses.filter(({ url }) => url !== undefined);
    const lines = await Promise.all(
      asked.map(async (one) => {
        const { name, url } = one;
        const before = states.get(name);
        try {
          const { at, line } = await askOne(one, note, size);
          states.set(name, { name, url, cosigned: { size, at }, problem: undefined });
          return line;
        } catch (error) {
          if (error instanceof Refused) ahead = Math.max(ahead, error.known);
          const problem = problemOf(error, before);
          states.set(name, { name, url, cosigned: before?.cosigned, problem });
          return '';
        }
      }),
    );
    // Another node, or a command, may have had a longer log cosigned than this checkpoint is of: only a log that is shorter is refused.
    if (ahead > 0 && least === 0) return askAll(ahead);
    const refusing = [...states.values()].find(({ problem }) => problem?.kind === 'refused');
    if (refusing?.problem)
      reporter.raise(
        new Diagnostic(
          'witness_refused',
          `${refusing.name} saw another history of this vault: ${refusing.problem.message}`,
        ),
      );
    else reporter.clear('witness_refused');
    const cosigned = note + lines.join('');
    latest = { note: cosigned, isEnough: cosignedBy(cosigned, policy).isEnough };
  }

  const witnesses: Witnesses = {
    start() {
      if (policy.witnesses.length === 0) return;
      const ask = () => void witnesses.ask().catch(reporter.report);
      const timer = setInterval(ask, EVERY_MS).unref();
      stopping.addEventListener('abort', () => clearInterval(timer));
      ask();
    },
    ask() {
      // Two at once would answer each other's questions: who is slow would be judged by the older checkpoint.
      running ??= askAll().finally(() => {
        running = undefined;
      });
      return running;
    },
    note: () => latest?.note,
    states: () =>
      policy.witnesses.map(
        ({ name, url }) =>
          states.get(name) ?? { name, url, cosigned: undefined, problem: undefined },
      ),
    asks: policy.asks,
    isEnough: () => latest?.isEnough ?? policy.isEnough(new Set()),
  };
  return witnesses;
}

/** What a witness has seen does not end because it is away now: only a cosignature takes it back. */
function problemOf(error: unknown, before: WitnessState | undefined): WitnessState['problem'] {
  if (error instanceof Refused) return { kind: 'refused', message: error.message };
  if (before?.problem?.kind === 'refused') return before.problem;
  // What `fetch` says of an address without a witness tells nobody anything.
  const isSilent = error instanceof Error && ['TypeError', 'TimeoutError'].includes(error.name);
  const message = isSilent ? 'nothing answers at its address' : messageOf(error);
  return { kind: 'unreachable', message };
}

async function shortText(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > LARGEST_ANSWER) throw new Error('its answer is too long');
  }
  return text;
}
