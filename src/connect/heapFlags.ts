/**
 * Options of Node with which a service keeps its heaps small: its young objects take 12 MB at most, not 48, and a heap grows
 * by half between two full collections, not up to fourfold. V8 takes them only when a process starts. `package.json` and
 * the `Dockerfile` say the same.
 */
export const HEAP_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=50'] as const;
