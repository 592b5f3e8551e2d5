import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Where the space for young objects of the main heap no longer grows, in bytes. */
const YOUNG = 8 * 1024 * 1024;

/**
 * Keeps the heaps of this process and of threads that are started from now on small, at the price of more, but shorter
 * collections. V8 is made for programs that have a machine for themselves: a heap grows up to four times between two full
 * collections, and its young objects take up to 32 MB. To be called before the program loads, which makes a heap large.
 *
 * These are settings that V8 reads again at each collection or for each new thread. So it does not matter how the
 * process was started.
 */
export function startWithSmallHeaps(): void {
  setFlagsFromString('--heap-growing-percent=50');
  // In MB, of half the space for young objects. Otherwise threads would begin with 1, and could not grow while the main heap may not.
  setFlagsFromString('--min-semi-space-size=4');
  letYoungGrow(false);
}

/** Lets the space for young objects of the main heap grow to 8 MB, again and again, as an idle heap shrinks. */
export function boundYoungObjects(): void {
  const bound = () => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    letYoungGrow(young !== undefined && young.space_size < YOUNG);
  };
  new PerformanceObserver(bound).observe({ entryTypes: ['gc'] });
}

function letYoungGrow(mayGrow: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
}
