import type { Reporter } from '../diagnostics/reporter.js';
import type { Rebuilder } from '../views/rebuilder.js';

/** A rebuilder that says when a rebuild begins and ends. */
export function reportRebuilds(rebuilds: Rebuilder, reporter: Pick<Reporter, 'say'>): Rebuilder {
  return {
    ...rebuilds,
    start() {
      const rebuilt = rebuilds.start();
      reporter.say('rebuild_started', 'the read models are being rebuilt');
      rebuilt.then(
        ({ events, seconds, same }) =>
          reporter.say(
            'rebuild_finished',
            `the read models were rebuilt from ${events} events: ${same ? 'they are the same as before' : 'they differ from those before'}`,
            { seconds },
          ),
        // The rebuilder reports why; the caller gets it as well.
        () => {},
      );
      return rebuilt;
    },
  };
}
