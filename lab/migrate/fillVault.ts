import { openApp } from '../../src/app/openApp.js';
import type { Command } from '../../src/commands/command.js';
import {
  forgetObservation,
  reviseObservation,
  saveObservation,
  setPin,
} from '../../src/commands/observations.js';
import type { Config } from '../../src/config/config.js';
import type { VaultFact } from '../../src/events/vaultEvent.js';
import { scrub } from '../../src/maintenance/scrub.js';
import { plainFilter } from '../../test/support/plainFilter.js';
import { redacted } from '../../test/support/redacted.js';

/** Notes that are saved at the same time. */
const AT_ONCE = 100;
/** Of so many notes each, one is revised, pinned twice with a key (the second time nothing is written), forgotten, or redacted later. */
const EVERY = { revised: 5, pinned: 25, forgotten: 10, redacted: 50 };
const MEANWHILE = 'What was decided, why, and what else was looked at before that. ';

/** Fills a vault with made-up notes until it has at least so many events. `onFilled` is told how many there are so far. */
export async function fillVault(
  config: Config,
  events: number,
  onFilled: (done: number, total: number) => void,
): Promise<void> {
  // As an old release, whose filter found less.
  const app = await openApp(config, {
    filter: async (text) => ({ text: redacted(text), finds: [] }),
  });
  const execute = <I, R, S, F extends VaultFact>(
    command: Command<I, R, S, F>,
    input: I,
    idempotencyKey?: string,
  ) => app.executor.execute(command, input, { meta: { actor: 'migrate' }, idempotencyKey });

  async function note(n: number): Promise<void> {
    const isOf = (kind: keyof typeof EVERY) => n % EVERY[kind] === 0;
    const content = `Note ${n}. ${isOf('redacted') ? 'hush ' : ''}${MEANWHILE.repeat(n % 12)}`;
    const about = { title: `Note ${n}`, content, type: 'decision', project: `p${n % 7}` } as const;
    const absent = { team: undefined, country: undefined, author: undefined };
    const flags = { session_id: undefined, tags: ['made-up'], force: false, dry_run: false };
    const key = n % 3 === 0 ? `save ${n}` : undefined;
    const { key: id } = await execute(saveObservation, { ...about, ...absent, ...flags }, key);
    const same = { title: undefined, type: undefined, tags: undefined };
    if (isOf('revised')) await execute(reviseObservation, { id, content: `${content}!`, ...same });
    if (isOf('pinned'))
      for (const once of ['first', 'again'])
        await execute(setPin, { id, pinned: true }, `pin ${n} ${once}`);
    if (isOf('forgotten')) await execute(forgetObservation, { id });
  }

  try {
    for (let n = 1, done = 0; done < events; n += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => note(n + i)));
      done = (await app.log.head()).position;
      onFilled(Math.min(done, events), events);
    }
  } finally {
    await app.close();
  }
  const strict = await openApp(config, { filter: plainFilter });
  try {
    await scrub(strict, { dryRun: false, onProgress: () => {} });
  } finally {
    await strict.close();
  }
}
