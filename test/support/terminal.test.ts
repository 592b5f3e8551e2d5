import { expect, test } from 'vitest';
import { inTerminal } from './terminal.js';

/** More than one read of a terminal. */
const TEXT = 'x'.repeat(16_000);

test('all that a program wrote before it ended is shown, however busy the test is', async () => {
  const busy = setInterval(() => {
    const until = performance.now() + 230;
    while (performance.now() < until);
  }, 1);
  try {
    const { code, output } = await inTerminal(['-e', `process.stdout.write('${TEXT}')`], {
      program: process.execPath,
    });
    expect({ code, isAll: output === TEXT }).toEqual({ code: 0, isAll: true });
  } finally {
    clearInterval(busy);
  }
});
