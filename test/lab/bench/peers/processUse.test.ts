import { expect, test } from 'vitest';
import { parseUse } from '../../../../lab/bench/peers/processUse.js';

const STAT =
  '4711 (a (strange) name) S 1 4711 4711 0 -1 4194560 900 0 0 0 123 45 0 0 20 0 8 0 100 1 2 3';
const IO = 'rchar: 1\nwchar: 2\nread_bytes: 4096\nwrite_bytes: 8192\ncancelled_write_bytes: 1\n';
const STATUS = 'Name:\ta\nVmHWM:\t  9000 kB\nVmRSS:\t  8000 kB\n';

test('CPU of all threads, bytes written and memory are read from what the kernel says', () => {
  expect(parseUse(STAT, IO, STATUS)).toEqual({ cpu: 1680, written: 8192, memory: 8_192_000 });
});

test('what the kernel does not say is not a number', () => {
  expect(parseUse('', '', '')).toEqual({
    cpu: Number.NaN,
    written: Number.NaN,
    memory: Number.NaN,
  });
});
