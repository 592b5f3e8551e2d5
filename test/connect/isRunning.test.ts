import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { isRunning } from '../../src/connect/isRunning.js';

const onLinux = test.skipIf(process.platform !== 'linux');

onLinux('a process that has ended does not run, also if its parent never collects it', async () => {
  expect(isRunning(process.pid)).toBe(true);
  // The shell becomes a program that collects no children.
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60']);
  onTestFinished(() => void parent.kill());
  const [line] = await once(createInterface(parent.stdout), 'line');
  const pid = Number(line);
  expect(isRunning(pid)).toBe(true);
  await expect.poll(() => isRunning(pid), { timeout: 5000 }).toBe(false);
  // Its id is still taken.
  expect(process.kill(pid, 0)).toBe(true);
  expect(isRunning(parent.pid ?? 0)).toBe(true);
});
