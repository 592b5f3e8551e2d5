import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import type { VaultClient } from 'memory-vault-client';
import { dataDirOf } from '../../config/dataDir.js';
import { readClientSettings } from '../../connect/clientSettings.js';
import { ulids } from '../../domain/ids.js';
import { demoLines } from '../../import/demo.js';
import { PROJECT } from '../../import/demoStory.js';
import { endService } from '../endService.js';
import { EXIT, Failed, nothingFound } from '../terminal/exit.js';
import { counted } from '../terminal/format.js';
import { type Output, printDone, printOne } from '../terminal/output.js';
import { reachVault } from '../terminal/reachVault.js';
import { actingAlone, verb } from '../terminal/verb.js';
import { openWithSystem } from './openVerb.js';

export function demoVerb(program: Command): void {
  verb(program, 'demo', {
    description:
      'try Memory Vault: make a separate vault with a made-up project, and open its page',
    examples: ['demo', 'demo --print', 'demo --remove'],
  })
    .option('--print', 'only print the address')
    .option('--remove', 'stop the demo and delete its vault')
    .action(
      actingAlone(async ({ output }, { print, remove }) => {
        const env = demoEnv(process.env);
        return remove ? removeDemo(env, output) : openDemo(env, output, print ?? false);
      }),
    );
}

/**
 * The environment of the demo: a data directory beside that of the user, and any free port. No other setting reaches it, which could
 * lead it to another vault's log or members.
 */
function demoEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = Object.entries(env).filter(([name]) => !name.startsWith('VAULT_'));
  return {
    ...Object.fromEntries(others),
    VAULT_DATA_DIR: `${dataDirOf(env)}-demo`,
    VAULT_PORT: '0',
  };
}

/** Lies in a directory that the demo made, from before anything else is in it: no other one is filled or removed. */
const MARK = { name: 'demo', says: 'memory-vault demo --remove removes this directory\n' };

/** Whether a directory is one that the demo made. Throws `Failed` where something else is there, or a link leads elsewhere. */
function isDemo(dataDir: string): boolean {
  const found = lstatSync(dataDir, { throwIfNoEntry: false });
  if (!found) return false;
  const mark = join(dataDir, MARK.name);
  const isMarked = lstatSync(mark, { throwIfNoEntry: false })?.isFile() ?? false;
  if (!found.isSymbolicLink() && isMarked && readFileSync(mark, 'utf8') === MARK.says) return true;
  throw new Failed(
    EXIT.refused,
    `${dataDir} is not a demo. Move it away, or set VAULT_DATA_DIR to another directory for the demo`,
  );
}

async function openDemo(env: NodeJS.ProcessEnv, output: Output, isPrinted: boolean): Promise<void> {
  const { dataDir } = readClientSettings(env);
  if (!isDemo(dataDir)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(join(dataDir, MARK.name), MARK.says, { mode: 0o600, flag: 'wx' });
  }
  const { vault, url } = await reachVault(env, { start: true });
  const status = async () => (await vault.GET('/api/v1/status')).data;
  if ((await status()).observations_total === 0) await fill(vault);
  const page = `${url}/#/project/${PROJECT}`;
  const data = await status();
  await printOne(output, { url: page, data_dir: dataDir }, () =>
    [
      `${counted(data.observations_total, 'note')} of a made-up project: ${page}`,
      'search for weather, then open the inbox: proposed notes wait there',
      `the demo is a separate vault in ${dataDir}, and stops by itself; memory-vault demo --remove deletes it`,
    ].join('\n'),
  );
  if (!isPrinted) await openWithSystem(page);
}

async function fill(vault: VaultClient): Promise<void> {
  const lines = demoLines(Date.now());
  const { data } = await vault.POST('/api/v1/admin/import', {
    params: { query: { run: ulids()(Date.now()), source: 'demo' } },
    headers: { 'Content-Type': 'application/x-ndjson' },
    // The document gives the type of a parsed line; what is sent is the text.
    body: lines.map((line) => JSON.stringify(line)).join('\n') as never,
    bodySerializer: (text: unknown) => text,
  });
  const refused = data.results.find(({ outcome }) => outcome === 'refused');
  if (refused) throw new Error(`the vault refused notes of the demo: ${JSON.stringify(refused)}`);
}

async function removeDemo(env: NodeJS.ProcessEnv, output: Output): Promise<void> {
  const settings = readClientSettings(env);
  const { dataDir } = settings;
  if (!isDemo(dataDir)) throw nothingFound('there is no demo');
  await endService(settings);
  rmSync(dataDir, { recursive: true, force: true });
  await printDone(output, `removed: ${dataDir}`, { removed: dataDir });
}
