import { percentile } from '../../../tools/percentile.js';
import { digits } from '../../../tools/table.js';
import { withHooks } from '../hookTimes.js';
import { type Bench, inRounds, type Results } from './part.js';

const NOWHERE = 'http://127.0.0.1:1';

/** Times the hooks that a user waits for, with and without a service, in turn with a Node that does nothing. */
export async function hooks({ quick, say }: Bench): Promise<Results> {
  say('hooks');
  return withHooks(async ({ hook, bare }) => {
    const runs = [
      () => hook('prompt'),
      () => hook('prompt', NOWHERE),
      () => hook('session-start'),
      () => hook('session-start', NOWHERE),
      bare,
    ];
    const turns = await inRounds(quick ? 3 : 40, runs, (run) => run());
    const row = (name: string, percent: number) => [
      name,
      ...turns.map((own) =>
        digits(
          percentile(
            own.toSorted((a, b) => a - b),
            percent,
          ),
        ),
      ),
    ];
    const head = [
      '',
      'prompt, vault up',
      'prompt, vault down',
      'session start, vault up',
      'session start, vault down',
      '`node -e 0`',
    ];
    return {
      tables: { hooks: { head, rows: [row('p50, ms', 50), row('p90, ms', 90)] } },
      refused: [],
    };
  });
}
