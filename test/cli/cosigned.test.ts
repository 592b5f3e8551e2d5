import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkpointKey, openCheckpoint } from '../../src/maintenance/checkpoints.js';
import {
  formatCosignerKey,
  formatVerifierKey,
  newSigningKey,
  readSigningKey,
} from '../../src/proof/signingKey.js';
import { eventually } from '../support/eventually.js';
import { listening } from '../support/listening.js';
import { saveNote } from '../support/saveNote.js';
import { runCli, startService } from '../support/service.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testApp } from '../support/testApp.js';

const KEY = newSigningKey('memory-vault/log');

/** A running service whose log one of two witnesses cosigns, and policies that ask for one of them and for both. */
async function cosignedService() {
  const directory = temporaryDirectory();
  const policy = (name: string, ...lines: string[]) => {
    const file = join(directory, name);
    writeFileSync(file, `${lines.join('\n')}\n`);
    return file;
  };
  const log = policy('log', `log ${formatVerifierKey(readSigningKey(KEY))}`, 'quorum none');
  const witness = await testApp({ VAULT_WITNESSES: log });
  const { port } = await listening(witness);
  const office = formatCosignerKey(checkpointKey(witness.config.dataDir));
  const home = formatCosignerKey(readSigningKey(newSigningKey('home')));
  const both = [`witness office ${office} http://127.0.0.1:${port}`, `witness home ${home}`];
  const one = policy('one', ...both, 'group any any office home', 'quorum any');
  const two = policy('two', ...both, 'group all all office home', 'quorum all');
  const settings = { VAULT_WITNESSES: one };
  const vault = join(directory, 'vault');
  await startService(vault, { VAULT_CHECKPOINT_KEY: KEY, ...settings });
  const cli = (...args: string[]) => runCli(args, vault, settings);
  const cosigned = await eventually('the service had its log cosigned', async () => {
    const found = await cli('checkpoint', '--cosigned');
    expect(found).toMatchObject({ code: 0 });
    return found;
  });
  const file = policy('checkpoint', cosigned.stdout.trimEnd());
  return { cli, one, two, file, cosigned };
}

test('checkpoint, verify and doctor say how many witnesses cosigned, and fail where these are too few', async () => {
  const { cli, one, two, file, cosigned } = await cosignedService();
  const words =
    '1 of 2 witnesses cosigned it (office), enough for the policy, which asks for 1 of office, home';
  expect(cosigned.stderr).toContain(words);
  expect(cosigned.stdout.split('\n— ')).toHaveLength(3);
  const few = await cli('checkpoint', '--cosigned', '--policy', two);
  expect(few).toMatchObject({ code: 1, stdout: cosigned.stdout });
  expect(few.stderr).toContain('too few for the policy, which asks for 2 of office, home');

  const whole = await cli('verify', '--no-views', '--against', file, '--policy', one);
  expect(whole.output).toContain(
    'as many witnesses cosigned the checkpoint as the policy asks for',
  );
  expect(whole.code).toBe(0);
  const lacking = await cli('verify', '--no-views', '--against', file, '--policy', two);
  expect(lacking.output).toContain(`checkpoint: the checkpoint in ${file}: 1 of 2 witnesses`);
  expect(lacking.output).toContain('NOT ok: 1 problem');
  expect(lacking.code).toBe(1);
  // What a checkpoint lacks says nothing about the log.
  const doctor = (await cli('doctor')).stdout.replaceAll(/\s+/g, ' ');
  expect(doctor).toContain(words);
  expect(doctor).not.toContain('something was changed');
});

test('a witness whose vault was restored from a backup still knows what it cosigned', async () => {
  const [directory, elsewhere] = [temporaryDirectory(), temporaryDirectory()];
  const file = join(elsewhere, 'policy');
  writeFileSync(file, `log ${formatVerifierKey(readSigningKey(KEY))}\nquorum none\n`);
  const open = () => testApp({ VAULT_DATA_DIR: directory, VAULT_WITNESSES: file });
  const log = await testApp({ VAULT_CHECKPOINT_KEY: KEY });
  await saveNote(log, { title: 'of the log' });
  const checkpoint = await log.audit.checkpoint(1);
  const before = await open();
  await saveNote(before, { title: 'kept' });
  const backup = join(elsewhere, 'backup.db');
  expect(await runCli(['backup', backup], directory)).toMatchObject({ code: 0 });
  await saveNote(before, { title: 'lost' });
  const first = await before.witness.addCheckpoint(`old 0\n\n${checkpoint}`);
  expect(first.status).toBe(200);
  await before.close();
  const restored = await runCli(['restore', '--replace', backup], directory);
  expect(restored).toMatchObject({ code: 0 });
  const after = await open();
  const { size } = openCheckpoint(checkpoint, readSigningKey(KEY));
  expect(await after.witness.addCheckpoint(`old 0\n\n${checkpoint}`)).toEqual({
    status: 409,
    text: `${size}\n`,
  });
});

test('what is missing or wrong is said before anything is read', async () => {
  const directory = temporaryDirectory();
  const bad = join(directory, 'bad');
  writeFileSync(bad, 'witness a b\nquorum c\n');
  const without = await runCli(['checkpoint', '--cosigned'], directory);
  expect(without.stderr).toContain(
    'set VAULT_WITNESSES to a policy, or give one with --policy FILE',
  );
  const wrong = await runCli(['checkpoint', '--cosigned', '--policy', bad], directory);
  expect(wrong.stderr).toMatch(/bad is not a policy of witnesses: line 1: .*; line 2: /);
  const alone = await runCli(['checkpoint', '--policy', bad], directory);
  expect(alone.code).toBe(2);
});
