import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkChain } from '../support/checkChain.js';
import { bareCheckout, builtCheckout, INSTALLED } from '../support/checkout.js';
import { sampled } from '../support/depth.js';
import { runProgram } from '../support/program.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const SIGNALS = sampled(['SIGTERM', 'SIGINT'] as const, 2);

/** Real `npm start`, as a supervisor runs it. A process that is left behind makes a test hang, because `ended` waits for it, too. */
const npmStart = (checkout: string, dataDir = temporaryDirectory()) =>
  runProgram('npm', ['start'], {
    cwd: checkout,
    env: { VAULT_DATA_DIR: dataDir, VAULT_PORT: '0' },
  });

test.each(SIGNALS)(
  '%s to npm start ends the service, which closes its log',

  async (signal) => {
    const dataDir = temporaryDirectory();
    const npm = npmStart(builtCheckout(), dataDir);
    await npm.line(/listens on http/);
    expect(existsSync(join(dataDir, 'log.db-wal'))).toBe(true);
    npm.process.kill(signal);
    expect(await npm.ended).toEqual({ code: 0, signal: null });
    expect(existsSync(join(dataDir, 'log.db-wal'))).toBe(false);
    expect(checkChain(join(dataDir, 'log.db'))).toEqual([]);
  },
);

/** A tool that is in the middle of its work. */
const ENDLESS = `console.error('at work'); setTimeout(() => {}, 600_000);`;

/** A project whose installation runs a compiler, so to speak, that does not end. */
const SLOW_INSTALL = {
  'package.json': JSON.stringify({
    name: 'slow',
    version: '1.0.0',
    scripts: { start: 'exec node scripts/start.mjs', install: 'node compile.cjs' },
  }),
  'package-lock.json': JSON.stringify({
    name: 'slow',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: { '': { name: 'slow', version: '1.0.0', hasInstallScript: true } },
  }),
  'compile.cjs': `require('node:child_process').spawn(
    process.execPath, ['-e', ${JSON.stringify(ENDLESS)}], { stdio: 'inherit' });`,
};

test.each(SIGNALS)('%s while npm start installs ends what it started', async (signal) => {
  const npm = npmStart(bareCheckout(SLOW_INSTALL));
  await npm.line(/at work/);
  npm.process.kill(signal);
  // The compiler that this npm started holds the same output.
  expect(await npm.ended).toEqual({ code: null, signal });
});

test('what a build left when it was cut off is built again by the next start', async () => {
  const cutOff = `import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('dist');
writeFileSync('dist/cli.js', 'console.error("half of a program")');
${ENDLESS}`;
  const checkout = bareCheckout({
    ...INSTALLED,
    'node_modules/typescript/package.json': '{"type":"module"}',
    'node_modules/@typescript/native/bin/tsc': cutOff,
  });
  for (const start of ['first', 'second']) {
    const npm = npmStart(checkout);
    await npm.line(/at work/);
    npm.process.kill('SIGTERM');
    expect(await npm.ended, start).toEqual({ code: null, signal: 'SIGTERM' });
    expect(npm.output(), start).toContain('memory-vault: building');
    expect(readFileSync(join(checkout, 'dist/cli.js'), 'utf8')).toContain('half');
  }
});

test('a start waits for another one that builds, and builds itself where that was killed', async () => {
  const checkout = bareCheckout({
    ...INSTALLED,
    'node_modules/@typescript/native/bin/tsc': ENDLESS,
  });
  const first = npmStart(checkout);
  await first.line(/at work/);
  const second = npmStart(checkout);
  await second.line(/another command installs or builds here: waiting for it \(process \d+\)/);
  expect(second.output()).not.toContain('building');
  first.process.kill('SIGTERM');
  await second.line(/at work/);
  second.process.kill('SIGTERM');
  await second.ended;
});

test('a start that cannot build ends with 1', async () => {
  const broken = 'console.error("no"); process.exit(2);';
  const npm = npmStart(
    bareCheckout({ ...INSTALLED, 'node_modules/@typescript/native/bin/tsc': broken }),
  );
  expect(await npm.ended).toEqual({ code: 1, signal: null });
  expect(npm.output()).toContain('failed, see above');
});
