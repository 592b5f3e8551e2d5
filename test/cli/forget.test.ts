import { expect, test } from 'vitest';
import { openApp } from '../../src/app/openApp.js';
import { saveNote } from '../support/saveNote.js';
import { runCli } from '../support/service.js';
import { serviceHere } from '../support/serviceHere.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testConfig } from '../support/testApp.js';

/** A vault with two notes of a project and one of another. */
async function vault(): Promise<string> {
  const directory = temporaryDirectory();
  const app = await openApp(testConfig({ VAULT_DATA_DIR: directory }));
  for (const project of ['checkout', 'Checkout', 'search']) {
    await saveNote(app, { title: 'A', project });
  }
  await app.close();
  return directory;
}

const said = (output: string) =>
  JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));

test('forget works on a vault without a running service, and prints the receipt', async () => {
  const directory = await vault();
  const counted = await runCli(['forget', '--project', 'checkout', '--dry-run'], directory);
  expect(counted.code, counted.output).toBe(0);
  expect(said(counted.output)).toMatchObject({ matched: { observations: 2 }, receipt: null });
  const { code, output } = await runCli(['forget', '--project', 'CHECKOUT', '--yes'], directory);
  expect(code, output).toBe(0);
  expect(output).toContain('forgotten: 2 notes');
  expect(said(output)).toMatchObject({ forgotten: 2, receipt: { positions: [[1, 2]] } });
});

test('without a terminal, forget erases a project or a person only with --yes', async () => {
  const directory = await vault();
  for (const subject of [
    ['--project', 'checkout'],
    ['--person', 'ada@example.org'],
  ]) {
    const { code, output } = await runCli(['forget', ...subject], directory);
    expect(code).toBe(2);
    expect(output).toContain('with --yes');
  }
  const { output } = await runCli(['forget', '--project', 'checkout', '--dry-run'], directory);
  expect(said(output)).toMatchObject({ matched: { observations: 2 } });
});

test('forget and export of a person work next to a running service', async () => {
  const directory = temporaryDirectory();
  const service = await serviceHere(directory);
  const env = { VAULT_PORT: new URL(service.url).port };
  await fetch(`${service.url}/api/v1/observations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'A', content: 'c', type: 'task', author: 'ada@example.org' }),
  });
  const person = ['--person', 'ADA@example.org'];
  const shown = await runCli(['export', ...person], directory, env);
  expect(said(shown.output)).toMatchObject({ title: 'A', author: 'ada@example.org' });
  const { code, output } = await runCli(['forget', ...person, '--yes'], directory, env);
  expect(code, output).toBe(0);
  expect(said(output)).toMatchObject({ forgotten: 1, receipt: { of: 'person' } });
  expect((await runCli(['export', ...person], directory, env)).output).toBe('');
  await service.stop();
});

test('forget needs to be told one of project and person', async () => {
  const directory = await vault();
  for (const args of [[], ['--project', 'p', '--person', 'e']]) {
    const { code, output } = await runCli(['forget', ...args], directory);
    expect([code, output]).toEqual([
      2,
      'memory-vault: forget needs either ids of notes, or --project, or --person\n',
    ]);
  }
  const both = await runCli(['export', '--person', 'e', '--project', 'p'], directory);
  expect([both.code, both.output]).toEqual([
    2,
    'memory-vault: --person goes with no other option\n',
  ]);
});

test('export finds what was stored without the secret in its name', async () => {
  const directory = temporaryDirectory();
  const app = await openApp(testConfig({ VAULT_DATA_DIR: directory }));
  const name = 'shop password=hunter2abcX';
  await saveNote(app, { title: 'A', project: name });
  await app.close();
  await serviceHere(directory);
  const { code, output } = await runCli(['export', '--project', name], directory);
  expect(code, output).toBe(0);
  expect(output).toContain('shop password=[REDACTED]');
});
