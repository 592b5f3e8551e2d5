// Loaded before a service (`node --import`): long waits, such as those of the backoff, end immediately.
const { setTimeout: wait } = globalThis;
const LONG = 20_000;
const SHORT = 200;
globalThis.setTimeout = Object.assign(
  (run, ms, ...rest) => wait(run, ms >= LONG ? SHORT : ms, ...rest),
  wait,
);
