import { Rejection } from '../../domain/rejection.js';
import type { Stream } from '../../events/family.js';
import type { Fact } from '../../events/recorded.js';
import type { VaultFact } from '../../events/vaultEvent.js';
import type { PrivacyFilter, RedactionCount } from '../../privacy/privacyFilter.js';
import { addCounts } from '../../privacy/redactionCounts.js';
import { type Command, command, type ReadState } from '../command.js';
import type { Executor } from '../executor.js';
import type { Outcome, RequestContext } from '../handle.js';
import { newStates, type Said, type Told, takenBack } from './history.js';
import { assertMayComeBack, assertRunIsOpen, type Imported, isByImport } from './run.js';

/** A stream by its key, and the run that is undone in it. */
export interface Undoing {
  readonly key: string;
  readonly run: string;
}

/** Takes back what a run wrote into a stream; the outcome is what the stream tells after that. */
export type Undo = (
  executor: Executor,
  input: Undoing,
  context: RequestContext,
) => Promise<Outcome<Told<VaultFact>>>;

/** Undoes by a command. It is recorded with the run in `meta`, so that what it forgets may be imported again. */
export function undoBy<I extends Undoing, R, S extends Told<VaultFact>, F extends VaultFact>(
  undo: Command<I, R, S, F>,
): (executor: Executor, input: I, context: RequestContext) => Promise<Outcome<S>> {
  return (executor, input, context) => executor.execute(undo, input, context);
}

/**
 * A kind of things that say one state after another: how it is taken in, and taken back. `Of` is what a line says of the thing
 * itself, `State` what the thing said from a moment on.
 */
interface Stateful<Line, Of, State, F extends VaultFact> {
  readonly name: string;
  readonly stream: Stream<Told<F>, F>;
  readonly redact: (
    line: Line,
    filter: PrivacyFilter,
  ) => Promise<{ readonly of: Of; readonly states: readonly State[] }>;
  /** The key of its stream; behind it the one that an old log may have. */
  readonly keys: (of: Of) => readonly [today: string, ...earlier: string[]];
  /** Throws `Rejection('conflict')` where the thing that is here is not the one of a line. */
  readonly assertSame?: (of: Of, first: Said<F>) => void;
  readonly isSame: (one: State, other: State) => boolean;
  readonly ofIn: (event: Said<F>) => Of;
  readonly stateIn: (event: Said<F>) => State;
  /** What is recorded of states that are new to a thing of which `here` was said. */
  readonly facts: (states: readonly State[], of: Of, here: readonly Said<F>[]) => readonly F[];
  /** The states of a line that may be taken in beside what is here; by default all. */
  readonly taken?: (states: readonly State[], here: readonly Said<F>[]) => readonly State[];
  /** What is recorded when the thing that began with `first` is forgotten. */
  readonly forgotten: (first: Said<F>) => F;
  /** Why a thing may not be forgotten although nothing was written into its stream. */
  readonly heldBy?: (key: string, read: ReadState) => Promise<string | undefined>;
}

/** `take` takes a thing in with all its states, or with those that are new here; `undo` takes back what a run wrote of it. */
export function stateful<
  Line,
  Of,
  State extends { readonly at?: number | undefined },
  F extends VaultFact & Fact<string, unknown>,
>(kind: Stateful<Line, Of, State, F>) {
  const { stream } = kind;
  const take = command({
    name: kind.name,
    redact: async ({ run, line }: Imported<Line>, filter) => {
      return { run, ...(await kind.redact(line, filter)), earlier: stream.initial };
    },
    stream,
    streamKey: ({ of }) => kind.keys(of)[0],
    async lookUp(input, read) {
      await assertRunIsOpen(read, input.run);
      const [, key] = kind.keys(input.of);
      return key === undefined ? input : { ...input, earlier: await read(stream, key) };
    },
    decide(told, { of, states, earlier }) {
      assertMayComeBack(told);
      const here = [...earlier.events, ...told.events];
      if (here[0]) kind.assertSame?.(of, here[0]);
      const said = { states: here.map(kind.stateIn), byImport: isByImport(here.at(-1)) };
      const taken = kind.taken?.(states, here) ?? states;
      return kind.facts(taken.length === 0 ? [] : newStates(taken, said, kind.isSame), of, here);
    },
  });

  /** What is said again is said now. */
  const untimed = (event: Said<F>): State => ({ ...kind.stateIn(event), at: undefined });
  const undo = command({
    name: 'undoImport',
    redact: async (input: Undoing): Promise<Undoing & { readonly held?: string }> => input,
    stream,
    streamKey: ({ key }) => key,
    lookUp: async (input, read) => ({ ...input, held: await kind.heldBy?.(input.key, read) }),
    decide({ events }, { run, held }) {
      const isSame = (one: Said<F>, other: Said<F>) => kind.isSame(untimed(one), untimed(other));
      const back = takenBack(events, run, isSame);
      if (back.kind === 'nothing') return [];
      if (back.kind === 'restore')
        return kind.facts([untimed(back.before)], kind.ofIn(back.before), events);
      if (held !== undefined) throw new Rejection('conflict', held);
      return [kind.forgotten(back.first)];
    },
  });
  return { take, undo: undoBy(undo) };
}

/**
 * What a line says in each of its states, redacted by `redact`. What was redacted in the names of the thing counts with the
 * first state.
 */
export async function redactStates<S, R extends { readonly redactions: readonly RedactionCount[] }>(
  ofNames: readonly RedactionCount[],
  states: readonly S[],
  redact: (state: S) => Promise<R>,
): Promise<readonly R[]> {
  const redacted: R[] = [];
  for (const state of states) {
    const one = await redact(state);
    const isFirst = redacted.length === 0;
    redacted.push(isFirst ? { ...one, redactions: addCounts(ofNames, one.redactions) } : one);
  }
  return redacted;
}
