import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { Handler, Projection } from '../../src/projections/projection.js';

/** Projections in whose handlers clock, randomness, environment and locale throw. */
export function deterministic(projections: readonly Projection[]): readonly Projection[] {
  return projections.map((projection) => ({
    ...projection,
    handlers: Object.fromEntries(
      Object.entries(projection.handlers).map(([type, handler]) => [
        type,
        // The cast is safe: the wrapper passes its arguments on to the handler it wraps.
        (...args: Parameters<Handler<'observation.saved'>>) =>
          withoutTheWorld(() => (handler as Handler<'observation.saved'>)(...args)),
      ]),
    ),
  }));
}

const forbidden = (what: string) => () => {
  throw new Error(`a projection looked at ${what}`);
};

class FixedDate extends Date {
  constructor(...args: [] | [number]) {
    if (args.length === 0) throw new Error('a projection looked at the clock');
    super(args[0]);
  }
  static override now = forbidden('the clock');
}

function withoutTheWorld(run: () => void): void {
  const { Date: date, Intl: intl } = globalThis;
  const { env } = process;
  const { random } = Math;
  const { randomBytes, randomUUID, randomFillSync, randomInt } = crypto;
  const now = performance.now;
  const { localeCompare, toLocaleLowerCase } = String.prototype;
  try {
    // The cast leaves out what FixedDate lacks: the current time, and calls without `new`.
    globalThis.Date = FixedDate as unknown as DateConstructor;
    Math.random = forbidden('randomness');
    performance.now = forbidden('the clock');
    String.prototype.localeCompare = forbidden('the locale');
    String.prototype.toLocaleLowerCase = forbidden('the locale');
    process.env = new Proxy(
      {},
      { get: forbidden('the environment'), has: forbidden('the environment') },
    );
    setRandomness(forbidden('randomness'));
    run();
  } finally {
    Object.assign(globalThis, { Date: date, Intl: intl });
    Math.random = random;
    performance.now = now;
    Object.assign(String.prototype, { localeCompare, toLocaleLowerCase });
    process.env = env;
    Object.assign(crypto, { randomBytes, randomUUID, randomFillSync, randomInt });
    syncBuiltinESMExports();
  }
}

function setRandomness(fail: () => never): void {
  Object.assign(crypto, {
    randomBytes: fail,
    randomUUID: fail,
    randomFillSync: fail,
    randomInt: fail,
  });
  syncBuiltinESMExports();
}
