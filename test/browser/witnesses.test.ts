import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkpointKey } from '../../src/maintenance/checkpoints.js';
import {
  formatCosignerKey,
  formatVerifierKey,
  newSigningKey,
  readSigningKey,
} from '../../src/proof/signingKey.js';
import { type PageVault, type PageVaultOptions, pageVault } from '../../tools/page/pageVault.js';
import { openedAt } from '../support/browser/openedAt.js';
import { problemsOf } from '../support/browser/problems.js';
import { emptyVault, preparedVault } from '../support/browser/shownVault.js';

const KEY = newSigningKey('memory-vault/log');
const AT = '#/trust/checkpoints';
const folder = mkdtempSync(join(tmpdir(), 'memory-vault-witnesses-'));
const opened: PageVault[] = [];

afterAll(async () => {
  for (const vault of opened) await vault.close();
  rmSync(folder, { recursive: true });
});

async function open(options: PageVaultOptions): Promise<PageVault> {
  const vault = await pageVault(options);
  opened.push(vault);
  return vault;
}

/** The setting of a policy with these lines. */
function policy(...lines: string[]) {
  const file = join(folder, `policy-${opened.length}`);
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return { VAULT_WITNESSES: file };
}

const save = (vault: PageVault, title: string) =>
  vault.ask('POST', '/api/v1/observations', {
    project: 'checkout',
    type: 'decision',
    title,
    content: title,
  });

/** A log that two of three witnesses cosign, one of which is away, and a copy of it from before its last notes. */
async function witnessed() {
  const log = `log ${formatVerifierKey(readSigningKey(KEY))}`;
  const witness = async (name: string) => {
    const { url, app } = await open({ env: policy(log, 'quorum none') });
    return `witness ${name} ${formatCosignerKey(checkpointKey(app.config.dataDir))} ${url}`;
  };
  const [office, bob] = [await witness('office'), await witness('bob.example')];
  const away = `witness home ${formatCosignerKey(readSigningKey(newSigningKey('home')))} http://127.0.0.1:9`;
  const group = 'group enough 2 office bob.example home';
  const env = {
    VAULT_CHECKPOINT_KEY: KEY,
    ...policy(office, bob, away, group, 'quorum enough'),
  };
  const older = await open({ env });
  await save(older, 'Both have it');
  await older.app.close();
  const from = older.app.config.dataDir;
  const newer = await open({ env, from });
  await save(newer, 'Gone with the restore');
  await save(newer, 'Gone, too');
  await newer.app.witnesses.ask();
  return { env, from, newer: newer.app.config.dataDir };
}

let made: Awaited<ReturnType<typeof witnessed>>;
beforeAll(async () => {
  made = await witnessed();
  await opened.at(-1)?.app.close();
});

const log = preparedVault(async () => ({ env: made.env, from: made.newer }));
const restored = preparedVault(async () => ({ env: made.env, from: made.from }));
const alone = emptyVault();

const VIEWS = [
  { width: 360, theme: 'dark' as const },
  { width: 1280, theme: 'light' as const },
];

test.each(VIEWS)(
  'at $width px, $theme, it says who cosigned what, and that it is enough',
  async (view) => {
    await log.vault().app.witnesses.ask();
    const shown = await openedAt(log, AT, view);
    const card = shown.page.getByRole('region', { name: 'Witnesses' });
    const text = await card.textContent();
    expect(text).toContain('2 of 3 cosigned the last checkpoint: enough.');
    expect(text).toContain('The policy of this vault asks for 2 of office, bob.example, home.');
    expect(text).toMatch(/office cosigned 3 events, .*2026/);
    expect(text).toMatch(/home has cosigned nothing .* did not cosign: nothing answers/);
    expect(text).not.toContain('another history');
    expect(await problemsOf(shown)).toEqual([]);
  },
);

test.each(VIEWS)(
  'at $width px, $theme, a vault that was put back to an older log and signs again is refused, in words',
  async (view) => {
    const vault = restored.vault();
    await save(vault, `Written after the restore at ${view.width} ${view.theme}`);
    await vault.app.witnesses.ask();
    const shown = await openedAt(restored, AT, view);
    const card = shown.page.getByRole('region', { name: 'Witnesses' });
    const text = await card.textContent();
    expect(text).toContain('bob.example saw another history of this vault');
    expect(text).toMatch(/: (it has cosigned 3 events|this log does not begin with what it)/);
    expect(text).toMatch(/office has cosigned nothing .* it refused/);
    expect(text).toContain('Did somebody restore an older backup?');
    expect(text).toContain('0 of 3 cosigned the last checkpoint: too few.');
    expect(await problemsOf(shown)).toEqual([]);
  },
);

test('a vault without witnesses says what that means', async () => {
  const shown = await openedAt(alone, AT);
  await shown.page.getByText('None. The person who runs this vault could show').waitFor();
  expect(await problemsOf(shown)).toEqual([]);
});
