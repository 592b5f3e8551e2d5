import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApp } from '../../src/app/openApp.js';
import { saveNote } from './saveNote.js';
import { temporaryDirectory } from './temporaryDirectory.js';
import { testConfig } from './testApp.js';

const FILES = ['log.db', 'log.db-wal', 'views.db', 'views.db-wal'];

/** A vault with notes, in a directory as a killed process leaves it: its write-ahead logs were not moved. */
export async function crashedVault(notes: number): Promise<string> {
  const app = await openApp(testConfig());
  for (let i = 1; i <= notes; i++) await saveNote(app, { title: `note ${i}` });
  await app.readModels.latest();
  const directory = temporaryDirectory();
  for (const name of FILES) {
    const file = join(app.config.dataDir, name);
    if (existsSync(file)) copyFileSync(file, join(directory, name));
  }
  await app.close();
  return directory;
}

/** A vault with notes that was stopped. */
export async function stoppedVault(notes: number): Promise<string> {
  const app = await openApp(testConfig());
  for (let i = 1; i <= notes; i++) await saveNote(app, { title: `note ${i}` });
  await app.close();
  return app.config.dataDir;
}

/** The content of each file of a directory, except of those that name the process that has it. */
export function contentsOf(directory: string): Record<string, string> {
  const names = readdirSync(directory).filter((name) => !name.startsWith('writer.'));
  return Object.fromEntries(
    names.sort().map((name) => [name, readFileSync(join(directory, name), 'base64')]),
  );
}
