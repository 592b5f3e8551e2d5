// autocannon has no types of its own; this is what the benchmark uses of it.
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  namespace autocannon {
    interface Request {
      method?: string;
      path?: string;
      body?: string;
      headers?: Record<string, string>;
    }
    interface Options {
      url: string;
      connections: number;
      /** Seconds. */
      duration: number;
      /** So many requests instead. */
      amount?: number;
      requests: readonly (Request & {
        setupRequest?: (request: Request) => Request;
        onResponse?: (status: number, body: string) => void;
      })[];
    }
    interface Result {
      /** Seconds. */
      duration: number;
      errors: number;
      timeouts: number;
    }
    interface Instance extends EventEmitter {
      stop(): void;
    }
  }
  function autocannon(
    options: autocannon.Options,
    done: (error: Error | null, result: autocannon.Result) => void,
  ): autocannon.Instance;
  export = autocannon;
}
