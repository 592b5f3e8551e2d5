// Loaded before a program (`node --import`): waits of some lengths get others, such as {"8000":200} in OTHER_WAITS.
const { setTimeout: wait } = globalThis;
const { timeout } = AbortSignal;
const others = JSON.parse(process.env.OTHER_WAITS);
globalThis.setTimeout = Object.assign(
  (run, ms, ...rest) => wait(run, others[ms] ?? ms, ...rest),
  wait,
);
AbortSignal.timeout = (ms) => timeout.call(AbortSignal, others[ms] ?? ms);
