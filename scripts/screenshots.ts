// Makes the pictures of the page in `docs/screenshots`, from a vault with the notes of a file and two weeks of work.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { readNotes } from '../tools/notes/readNotes.js';
import { fillVault } from '../tools/page/fill/fillVault.js';
import { lastHour } from '../tools/page/fill/lastHour.js';
import { launchChromium } from '../tools/page/launchChromium.js';
import { openPage } from '../tools/page/openPage.js';
import { pageVault, SHOWN_AT } from '../tools/page/pageVault.js';
import { reasonOf } from '../tools/reasonOf.js';
import { pictureOf } from './screenshots/pictureOf.js';
import { SHOTS } from './screenshots/shots.js';

const FOLDER = fileURLToPath(new URL('../docs/screenshots/', import.meta.url));
const FIXTURE = fileURLToPath(new URL('../test/fixtures/notes.ndjson', import.meta.url));
const TWO_WEEKS = 14 * 86_400_000;

const program = new Command('screenshots')
  .description('Make the pictures of the page in docs/screenshots.')
  .argument('[names...]', 'only these (default: all)')
  .option('--notes <file>', 'NDJSON file of notes', process.env.VAULT_NOTES || FIXTURE)
  .action((names: string[], { notes }: { notes: string }) => takeAll(names, notes));

try {
  await program.parseAsync();
} catch (error) {
  console.error(`screenshots: ${reasonOf(error)}`);
  process.exitCode ||= 1;
}

async function takeAll(names: readonly string[], file: string): Promise<void> {
  const wanted = names.length === 0 ? SHOTS : SHOTS.filter(({ name }) => names.includes(name));
  if (wanted.length < names.length) {
    throw new Error(`there are only ${SHOTS.map(({ name }) => name).join(', ')}`);
  }
  mkdirSync(FOLDER, { recursive: true });
  if (names.length === 0) for (const old of readdirSync(FOLDER)) rmSync(`${FOLDER}${old}`);
  const vault = await pageVault({ env: { VAULT_AUTH: 'session' }, at: SHOWN_AT - TWO_WEEKS });
  const browser = await launchChromium();
  try {
    const notes = readNotes(file);
    console.log(`a vault with the ${notes.length} notes of ${basename(file)}`);
    const filled = await fillVault(vault, notes, SHOWN_AT);
    await lastHour(vault, SHOWN_AT);
    let total = 0;
    for (const shot of wanted) {
      const view = { now: SHOWN_AT, reducedMotion: true, credential: vault.owner, ...shot.view };
      const open = await openPage(browser, vault.url, view);
      // The first look warms the vault, as its users have done: times are on some screens.
      for (let look = 0; look < 3; look += 1) await open.go(shot.place(filled));
      const picture = await (shot.picture?.(open, filled, vault) ?? pictureOf(open.page));
      await open.close();
      const trouble = [...open.seen.errors, ...open.seen.violations];
      if (trouble.length > 0) throw new Error(`${shot.name}: ${trouble.join('\n')}`);
      writeFileSync(`${FOLDER}${shot.name}.webp`, picture);
      total += picture.length;
      console.log(`${shot.name}.webp  ${Math.round(picture.length / 1024)} KB`);
    }
    console.log(`${Math.round(total / 1024)} KB in all`);
  } finally {
    await browser.close();
    await vault.close();
  }
}
