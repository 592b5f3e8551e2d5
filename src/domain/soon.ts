/** A value that is there now, or comes later. */
export type Soon<T> = T | Promise<T>;

/** Uses a value: at once where it is there, since a promise and its turn of the microtask queue cost more than most uses. */
export function whenThere<T, R>(soon: Soon<T>, use: (value: T) => Soon<R>): Soon<R> {
  return soon instanceof Promise ? soon.then(use) : use(soon);
}

/** Calls `done` afterwards, as a hook of the framework does: with the error where it comes to one later. */
export function thenDone(soon: Soon<unknown>, done: (error?: Error) => void): void {
  if (soon instanceof Promise) soon.then(() => done(), done);
  else done();
}
