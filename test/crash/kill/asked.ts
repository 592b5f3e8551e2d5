import type { Answer, Request } from '../requests.js';

/** A vault in a process of its own that can be asked and killed. */
export interface Asked {
  /** What it answers; undefined when it went away before it did. */
  ask(request: Request): Promise<Answer | undefined>;
  /** Ends it by SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
}
