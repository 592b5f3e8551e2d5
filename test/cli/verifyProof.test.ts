import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatCheckpoint } from '../../src/proof/checkpoint.js';
import { readSignedNote } from '../../src/proof/signedNote.js';
import {
  cosign,
  formatCosignerKey,
  newSigningKey,
  readSigningKey,
  signNote,
} from '../../src/proof/signingKey.js';
import { fillService } from '../support/fillService.js';
import { runCli } from '../support/service.js';
import { serviceHere } from '../support/serviceHere.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const EVENTS = 9;

/** Proofs from a vault of nine notes, and a directory without a vault to verify them in. */
async function proofs() {
  const directory = temporaryDirectory();
  const service = await serviceHere(directory);
  await fillService(service, 5);
  const ask = async (path: string) => (await fetch(`${service.url}/api/v1${path}`)).text();
  const earlier = await ask('/audit/checkpoint');
  await fillService(service, EVENTS - 5);
  const first = JSON.parse(await ask('/search?q=note&limit=1'))[0].id;
  const inclusion = JSON.parse(await ask(`/audit/inclusion/${first}`));
  const consistency = JSON.parse(await ask(`/audit/consistency?from=5&to=${EVENTS}`));
  await service.stop();
  const now = (await runCli(['checkpoint'], directory)).stdout;
  const key = (await runCli(['checkpoint', '--public-key'], directory)).stdout.trim();
  const elsewhere = temporaryDirectory();
  const file = (name: string, text: string) => {
    writeFileSync(join(elsewhere, name), text);
    return join(elsewhere, name);
  };
  const check = (proof: unknown, ...args: string[]) =>
    runCli(['verify-proof', '-', ...args], elsewhere, {}, JSON.stringify(proof));
  const checkpoints = { before: file('before', earlier), now: file('now', now) };
  return { directory, elsewhere, file, check, inclusion, consistency, key, ...checkpoints };
}

test('verify-proof says what a proof proves, with and without a signed checkpoint', async () => {
  const { check, file, directory, elsewhere, inclusion, consistency, key, before, now } =
    await proofs();
  const alone = await check(inclusion);
  expect(alone.stdout).toContain(`is in the log of ${EVENTS} events`);
  expect(alone.stdout).toContain(`root of ${EVENTS} events: ${inclusion.root}`);
  expect(alone.code).toBe(0);
  const signed = await check(inclusion, '--against', now, '--key', key);
  expect(signed.stdout).toMatch(/^ok: /);
  expect(signed.code).toBe(0);

  const kept = file('proof.json', JSON.stringify(consistency));
  const both = ['--against', before, '--against', now, '--key', key];
  const grown = await runCli(['verify-proof', kept, ...both], elsewhere);
  expect(grown.stdout).toContain(
    `the log of ${EVENTS} events begins with the earlier log of 5 events`,
  );
  expect(grown.code).toBe(0);
  // In the directory of the vault, its own key is used.
  const own = await runCli(['verify-proof', kept, '--against', before], directory);
  expect(own.code).toBe(0);
  const none = await runCli(['verify-proof', kept, '--against', before], elsewhere);
  expect(none.stderr).toContain('has no checkpoint.key');
  expect(none.code).toBe(2);
});

test('verify-proof exits with 1 for anything that was changed, and says what it is', async () => {
  const { check, inclusion, consistency, key, before, now } = await proofs();
  const not = async (proof: unknown, problem: string, ...args: string[]) => {
    const { code, stdout } = await check(proof, ...args);
    expect(stdout).toBe(`NOT ok: ${problem}\n`);
    expect(code).toBe(1);
  };
  const changed = {
    ...inclusion,
    envelope: { ...inclusion.envelope, type: 'observation.revised' },
  };
  await not(changed, 'the event does not match its leaf: somebody changed the event in the proof');
  const moved = { ...inclusion, leaf_index: inclusion.leaf_index + 1 };
  await not(moved, 'the event does not match its leaf: somebody changed the event in the proof');
  const path = inclusion.path.slice(1);
  await not({ ...inclusion, path }, 'the path does not lead from the event to the root');
  const { from_root } = consistency;
  const forged = { ...consistency, to_root: from_root };
  await not(forged, 'the proof does not lead from one root to the other');
  const about = `the proof is not about the 5 events of the checkpoint in ${before}`;
  await not(inclusion, about, '--against', before, '--key', key);
  // A valid log with as many events that is not the signed one.
  const root = from_root;
  const other = { from: EVENTS, to: EVENTS, from_root: root, to_root: root, path: [] };
  const another = `the checkpoint in ${now} has a different root`;
  await not(other, another, '--against', now, '--key', key);
});

test('a checkpoint about another log than that of the key counts for nothing, in both commands', async () => {
  const { check, file, directory, inclusion, key } = await proofs();
  const signer = readSigningKey(readFileSync(join(directory, 'checkpoint.key'), 'utf8').trim());
  const root = Buffer.from(inclusion.root, 'base64');
  const text = formatCheckpoint({ origin: 'memory-vault/other', size: EVENTS, root });
  const other = file('other', signNote(text, signer));
  const said = `it is about memory-vault/other, but the key is that of ${signer.name}`;
  const proof = await check(inclusion, '--against', other, '--key', key);
  expect(proof).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
  const log = await runCli(['verify', '--no-views', '--against', other], directory);
  expect(log).toMatchObject({ code: 1, stdout: expect.stringContaining(said) });
});

test.each(['no JSON', '{}', '[]', '{"from":1,"to":1,"from_root":"","to_root":"","path":[]}'])(
  'verify-proof of %s reports that it is not a proof',
  async (text) => {
    const { code, stderr } = await runCli(['verify-proof', '-'], temporaryDirectory(), {}, text);
    expect(stderr).toContain('this is not a proof of inclusion or consistency');
    expect(code).toBe(2);
  },
);

test('with a policy, a checkpoint counts when enough witnesses cosigned it', async () => {
  const { check, file, inclusion, key, now } = await proofs();
  const keys = ['office', 'home', 'friend'].map((name) => readSigningKey(newSigningKey(name)));
  const lines = keys.map((one) => `witness ${one.name} ${formatCosignerKey(one)}`);
  const policy = file(
    'policy',
    `${lines.join('\n')}\ngroup two 2 office home friend\nquorum two\n`,
  );
  const note = readFileSync(now, 'utf8');
  const cosigned = (count: number, text = readSignedNote(note).text) =>
    file(
      `by${count}`,
      note +
        keys
          .slice(0, count)
          .map((one) => cosign(text, one, 9))
          .join(''),
    );
  const checked = (...against: string[]) =>
    check(inclusion, ...against, '--key', key, '--policy', policy);

  expect(await checked('--against', cosigned(2))).toMatchObject({ code: 0 });
  const one = await checked('--against', cosigned(1));
  expect(one.code).toBe(1);
  expect(one.stdout).toMatch(
    /^NOT ok: .*by1: 1 of 3 witnesses .*\(office\), too few .* asks for 2 of office, home, friend\n$/,
  );
  const other = await checked('--against', cosigned(2, 'of another text\n'));
  expect(other.stdout).toContain('0 of 3 witnesses cosigned it, too few');
  expect((await checked()).stderr).toContain('name one with --against FILE');
});
