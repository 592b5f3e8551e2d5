import type { Answer, Request } from '../requests.js';

/** A vault in its own process, which takes requests and can be killed. */
export interface KillableVault {
  /** Resolves with the answer; undefined when the process ended before it. */
  ask(request: Request): Promise<Answer | undefined>;
  /** Sends SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>;
}
