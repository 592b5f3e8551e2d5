import { copyFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from '../../outside/service.js';
import type { Case, Family, Place } from '../cases.js';
import type { Vaults } from '../vaults.js';
import { whileStopped } from '../whileStopped.js';

/** Whole files that were deleted, emptied or replaced while the service was stopped. */
export const lostFiles: Family = {
  name: 'files',
  cases: () => [
    log('log.db deleted', 'stopped', (file) => rmSync(file)),
    log('log.db deleted after a kill', 'killed', (file) => rmSync(file)),
    log('log.db emptied', 'stopped', (file) => truncateSync(file)),
    log('log.db emptied after a kill', 'killed', (file) => truncateSync(file)),
    log('log.db cut in half', 'stopped', halve),
    log('log.db overwritten with text', 'stopped', overwrite),
    log('log.db replaced by an older copy', 'stopped', older('log.db')),
    log('log.db replaced by an older copy after a kill', 'killed', older('log.db')),
    log('log.db-wal deleted after a kill', 'killed', (file) => rmSync(`${file}-wal`)),
    // Without a signed checkpoint, nothing that is left could know.
    log(
      'log.db and views.db replaced by older copies, after a signed checkpoint',
      'stopped',
      async (file, place) => {
        await command(['checkpoint'], place.directory);
        older('log.db')(file, place);
        older('views.db')(join(place.directory, 'views.db'), place);
      },
    ),
    views('views.db deleted', 'stopped', (file) => rmSync(file)),
    views('views.db deleted after a kill', 'killed', (file) => rmSync(file)),
    views('views.db emptied', 'stopped', (file) => truncateSync(file)),
    views('views.db cut in half', 'stopped', halve),
    views('views.db overwritten with text', 'stopped', overwrite),
    views('views.db replaced by an older copy', 'stopped', older('views.db')),
    views('views.db-wal deleted after a kill', 'killed', (file) => rmSync(`${file}-wal`)),
  ],
};

type Spoil = (file: string, place: Place) => unknown;

const log = (did: string, from: keyof Vaults, spoil: Spoil) => onFile('log.db', did, from, spoil);
const views = (did: string, from: keyof Vaults, spoil: Spoil) =>
  onFile('views.db', did, from, spoil);

function onFile(name: string, did: string, from: keyof Vaults, spoil: Spoil): Case {
  return whileStopped({
    did,
    from,
    spoil: (directory, place) => spoil(join(directory, name), place),
  });
}

function halve(file: string): void {
  truncateSync(file, Math.floor(statSync(file).size / 2));
}

function overwrite(file: string): void {
  writeFileSync(file, 'This is not a database.\n'.repeat(1000));
}

function older(name: string): Spoil {
  return (file, { vaults }) => copyFileSync(join(vaults.older.directory, name), file);
}
