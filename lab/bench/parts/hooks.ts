import { percentile } from '../../../tools/percentile.js';
import { digits } from '../../../tools/table.js';
import type { CallName } from '../hookCalls.js';
import { withHooks } from '../hookTimes.js';
import { type Bench, inRounds, type Results } from './part.js';

const NOWHERE = 'http://127.0.0.1:1';

/** The hooks that a user waits for. */
const WAITED_FOR: readonly CallName[] = [
  'session start',
  'prompt',
  'edit: a note',
  'edit: a note that has drifted',
  'edit: none of its notes matters',
  'command: a note',
  'command: none matters',
  'command: `ls`',
  'failure: a note',
];

/** Times the hooks that a user waits for, with and without a service, in turn with a Node that does nothing. */
export async function hooks({ quick, say }: Bench): Promise<Results> {
  say('hooks');
  return withHooks(async ({ hook, bare }) => {
    const runs = WAITED_FOR.flatMap((call) => [() => hook(call), () => hook(call, NOWHERE)]);
    const [nothing = [], ...turns] = await inRounds(quick ? 3 : 40, [bare, ...runs], (run) =>
      run(),
    );
    const cells = (own: readonly number[] = []) => {
      const sorted = own.toSorted((a, b) => a - b);
      return [50, 90].map((part) => digits(percentile(sorted, part)));
    };
    const rows = WAITED_FOR.map((call, i) => [
      call,
      ...cells(turns[2 * i]),
      ...cells(turns[2 * i + 1]),
    ]);
    const head = ['', 'vault up, p50', 'p90', 'vault down, p50', 'p90'];
    const last = ['`node -e 0`', ...cells(nothing), '', ''];
    return { tables: { hooks: { head, rows: [...rows, last] } }, refused: [] };
  });
}
