import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const MODULE = new URL('../../dist/threads/smallHeaps.js', import.meta.url).href;

/** Makes objects in many turns of the event loop, of which many live on for a while, and says how large the heap has become. */
const WORK = `
  import { setImmediate as nextTurn } from 'node:timers/promises';
  import { getHeapSpaceStatistics } from 'node:v8';
  const kept = [];
  for (let i = 0; i < 1e6; i++) {
    kept[i % 60000] = { i, list: [i], text: 'text ' + i };
    if (i % 20000 === 0) await nextTurn();
  }
  const bytes = (name) => getHeapSpaceStatistics().find((one) => one.space_name === name).space_size;
  console.log(JSON.stringify({ young: bytes('new_space') / 2 ** 20, old: bytes('old_space') / 2 ** 20 }));`;

/** MB of the heap after that work. */
function heapAfter(before: string): { young: number; old: number } {
  const code = `import { startWithSmallHeaps, boundYoungObjects } from '${MODULE}';${before}${WORK}`;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', code]);
  return JSON.parse(out.toString());
}

// Each V8 has its own sizes: of Node 24, the space for young objects may take 128 MB.
test('this V8 keeps the heaps of a service small', () => {
  const usual = heapAfter('');
  const small = heapAfter('startWithSmallHeaps(); boundYoungObjects();');
  expect(small.young).toBeLessThanOrEqual(usual.young / 2);
  expect(small.young + small.old).toBeLessThan((usual.young + usual.old) * 0.7);
});
