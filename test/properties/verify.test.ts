import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.js';
import { openApp } from '../../src/app/openApp.js';
import type { Command } from '../../src/commands/command.js';
import { savePrompt } from '../../src/commands/documents.js';
import { forgetPrompt } from '../../src/commands/forgetting.js';
import {
  forgetObservation,
  reviseObservation,
  saveObservation,
} from '../../src/commands/observations.js';
import { redactEvent } from '../../src/commands/redactEvent.js';
import { ulids } from '../../src/domain/ids.js';
import { Rejection } from '../../src/domain/rejection.js';
import { streamKey } from '../../src/events/recorded.js';
import type { VaultFact } from '../../src/events/vaultEvent.js';
import { verify } from '../../src/maintenance/verify.js';
import { parts } from '../support/depth.js';
import { plainFilter } from '../support/plainFilter.js';
import { redacted } from '../support/redacted.js';
import { testClock, testConfig } from '../support/testApp.js';

const SESSION = '01KA5ZHQ7R9T1V3X5Z7B9D1F3H';

/** Few sessions, texts, keys and notes, so that guards are replaced and erased in every way. */
const content = fc.constantFrom('a', 'b', 'hush a', 'whisper hush b');
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('save' as const),
      content,
      session: fc.constantFrom(SESSION, SESSION, undefined),
      force: fc.boolean(),
      key: fc.constantFrom(undefined, undefined, 'k1', 'k2', 'k3'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('revise' as const), content, note: fc.nat(5) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('forget' as const), note: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('redact' as const),
      event: fc.nat(30),
      word: fc.constantFrom('hush', 'whisper'),
    }),
  },
  fc.record({ do: fc.constant('prompt' as const), content, key: fc.constantFrom(undefined, 'p1') }),
  fc.record({ do: fc.constant('forget prompt' as const) }),
);

type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

test.each(parts(4))(
  'after any saves, revisions, forgettings and redactions the log verifies (%i)',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 5, maxLength: 40, size: 'max' }),
        async (acts) => {
          const directory = mkdtempSync(join(tmpdir(), 'memory-vault-'));
          try {
            await play(directory, acts);
            const { problems } = await verify({ logFile: join(directory, 'log.db') });
            expect(problems).toEqual([]);
          } finally {
            rmSync(directory, { recursive: true, force: true });
          }
        },
      ),
      { numRuns: 25 },
    );
  },
);

async function play(directory: string, acts: readonly Act[]): Promise<void> {
  // The words that the filter replaces in addition to `hush`: none before the first redaction.
  let word: string | undefined;
  const app = await openApp(testConfig({ VAULT_DATA_DIR: directory }), {
    clock: testClock(),
    ids: ulids(),
    filter: async (text) =>
      word ? plainFilter(text.replaceAll(word, 'hush')) : { text: redacted(text), finds: [] },
  });
  const notes: string[] = [];
  for (const one of acts) {
    word = one.do === 'redact' ? one.word : undefined;
    await perform(app, one, notes).catch((error: unknown) => {
      if (!(error instanceof Rejection)) throw error;
    });
  }
  await app.close();
}

async function perform(app: App, act: Act, notes: string[]): Promise<void> {
  const execute = <I, R, S, F extends VaultFact>(
    command: Command<I, R, S, F>,
    input: I,
    key?: string,
  ) => app.executor.execute(command, input, { meta: { actor: 'test' }, idempotencyKey: key });
  switch (act.do) {
    case 'save': {
      const { content, force, session: session_id, key } = act;
      const more = { team: undefined, country: undefined, project: undefined, author: undefined };
      const said = { title: 't', type: 'task' as const, tags: undefined, dry_run: false };
      notes.push(
        (await execute(saveObservation, { ...more, ...said, content, force, session_id }, key)).key,
      );
      return;
    }
    case 'revise': {
      const same = { title: undefined, type: undefined, tags: undefined };
      await execute(reviseObservation, {
        id: notes[act.note] ?? '',
        content: act.content,
        ...same,
      });
      return;
    }
    case 'forget':
      await execute(forgetObservation, { id: notes[act.note] ?? '' });
      return;
    case 'redact': {
      const [event] = await app.log.readAfter(act.event, 1);
      if (event && event.type !== 'erased') await execute(redactEvent, event);
      return;
    }
    case 'prompt':
      await execute(savePrompt, { name: 'p', content: act.content, tags: undefined }, act.key);
      return;
    case 'forget prompt':
      await execute(forgetPrompt, { key: streamKey('p') });
  }
}
