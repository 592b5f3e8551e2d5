import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawnLine, progressLine } from '../../../src/cli/terminal/progress.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** What was written to a terminal, or to what is none. */
function paper(isTTY = true) {
  const written: string[] = [];
  return { isTTY, write: (text: string) => written.push(text), written };
}

test('at a terminal, progress shows after half a second, and its last line stays', () => {
  const out = paper();
  const { report, end } = progressLine('verifying', out);
  vi.advanceTimersByTime(499);
  report(1, 4);
  expect(out.written).toEqual([]);
  vi.advanceTimersByTime(1);
  report(2, 4);
  vi.advanceTimersByTime(99);
  report(3, 4);
  vi.advanceTimersByTime(1);
  report(4, 4);
  end();
  expect(out.written).toEqual([
    '\rverifying: 2 of 4 events (50 %)\u001b[K',
    '\rverifying: 4 of 4 events (100 %)\u001b[K',
    '\n',
  ]);
});

test('a short run shows no progress', () => {
  const out = paper();
  const { report, end } = progressLine('verifying', out);
  report(1, 1);
  end();
  expect(out.written).toEqual([]);
});

test('elsewhere, progress is a line every five seconds', () => {
  const out = paper(false);
  const { report, end } = progressLine('verifying', out);
  for (let done = 0; done <= 60; done++) {
    report(done, 60);
    vi.advanceTimersByTime(100);
  }
  end();
  expect(out.written).toEqual([
    'verifying: 5 of 60 events (8 %)\n',
    'verifying: 55 of 60 events (91 %)\n',
  ]);
});

test('a count of what passes is removed at its end', () => {
  const out = paper();
  const line = drawnLine(out);
  vi.advanceTimersByTime(100);
  line.draw(() => '7 lines');
  line.end();
  expect(out.written).toEqual(['\r7 lines\u001b[K', '\r\u001b[K']);
});
