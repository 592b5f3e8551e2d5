import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { everyKind, type Kinds } from './everyKind.js';
import { tamper } from './tamper.js';
import type { Change } from './tamperings.js';
import { temporaryDirectory } from './temporaryDirectory.js';

/** Creates a vault with events of every kind before the tests of a file. Returns a function that changes a copy of it. */
export function tamperedCopies() {
  const original = mkdtempSync(join(tmpdir(), 'memory-vault-'));
  let kinds: Kinds;
  beforeAll(async () => {
    kinds = await everyKind(original);
  });
  afterAll(() => rmSync(original, { recursive: true, force: true }));
  return (change: Change = () => {}) => {
    const directory = temporaryDirectory();
    const [logFile, viewsFile] = [join(directory, 'log.db'), join(directory, 'views.db')];
    copyFileSync(join(original, 'log.db'), logFile);
    copyFileSync(join(original, 'views.db'), viewsFile);
    tamper(logFile, (db) => change(db, kinds));
    return { logFile, viewsFile };
  };
}
