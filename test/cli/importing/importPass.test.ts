import { expect, test } from 'vitest';
import { importPass } from '../../../src/cli/importing/importPass.js';
import type { Source, SourceRow } from '../../../src/import/sourceRow.js';
import { NOTE_LINE } from '../../support/archiveLines.js';
import { newRun } from '../../support/importing.js';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault();

/** A source that gives a note and a row without one, and then fails. */
const FAILING: Source = {
  name: 'failing',
  async *rows(): AsyncGenerator<SourceRow> {
    yield { row: 'one', line: NOTE_LINE };
    yield { row: 'two', skipped: 'it has no content' };
    throw new Error('the disk is gone');
  },
  close() {},
};

test('what a source gives before it fails is taken in, and the failure told', async () => {
  const { report, failure, isInterrupted } = await importPass({
    vault: vault.client(),
    open: async () => FAILING,
    project: undefined,
    run: newRun(),
    dryRun: false,
    reportFile: undefined,
  });
  expect(report).toMatchObject({ read: 2, stored: 1, skipped: 1 });
  expect(failure).toEqual(new Error('the disk is gone'));
  expect(isInterrupted).toBe(false);
});
