import { expect } from 'vitest';
import type { Command } from '../../src/commands/command.js';
import { EVERYTHING } from '../../src/domain/caller.js';
import type { RecordedFact } from '../../src/events/recorded.js';
import type { VaultFact } from '../../src/events/vaultEvent.js';
import { NOW } from './testApp.js';

const ID = '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0';

/** `given(facts).when(command, input).yields(facts)`: a rule of a command, without a log. */
export function given<F extends VaultFact>(...facts: readonly F[]) {
  return {
    when<I, R, S>(command: Command<I, R, S, F>, input: R) {
      const decide = () => {
        const events = facts.map((fact, i) => ({
          ...fact,
          position: i + 1,
          id: ID,
          stream: `${command.stream.name}/test`,
          version: i + 1,
          at: NOW,
          meta: { actor: 'test' },
        }));
        // The cast is safe: the spread keeps the type and the data of a fact together.
        const history = events as unknown as readonly RecordedFact<F>[];
        const state = history.reduce(command.stream.evolve, command.stream.initial);
        return command.decide(state, input, { at: NOW, id: ID, sees: EVERYTHING });
      };
      return {
        yields: (...expected: readonly F[]) => expect(decide()).toEqual(expected),
        isRefusedWith: (code: string) => expect(decide).toThrow(expect.objectContaining({ code })),
      };
    },
  };
}
