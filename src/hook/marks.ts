import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Outbox } from './outbox.js';

/** Marks beyond these numbers are removed, the oldest half of them. */
const MOST = { prompted: 1_000, given: 4_000 };

/**
 * What has happened in the session of an agent, as empty files in a folder of the outbox: `prompted` has one for each session
 * whose first prompt was kept, `given` one for each note that a session was given at an action.
 */
export class Marks {
  private readonly folder: string;
  private readonly session: string;

  constructor(
    private readonly outbox: Outbox,
    private readonly kind: keyof typeof MOST,
    agent: string,
    sessionRef: string,
  ) {
    this.folder = join(outbox.folder, kind);
    this.session = encodeURIComponent(`${agent} ${sessionRef}`);
  }

  has(about = ''): boolean {
    return existsSync(join(this.folder, this.nameOf(about)));
  }

  /** The marks of this session: what they are about. */
  all(): ReadonlySet<string> {
    const own = this.names().filter(
      (name) => name === this.session || name.startsWith(`${this.session} `),
    );
    return new Set(own.map((name) => name.slice(this.session.length + 1)));
  }

  /** Whether the mark was made now: false where it was there, also by a process that was faster, and where none can be kept. */
  make(about = ''): boolean {
    const name = this.nameOf(about);
    try {
      this.outbox.claim();
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      closeSync(openSync(join(this.folder, name), 'wx', 0o600));
    } catch {
      return false;
    }
    this.makeRoom();
    return true;
  }

  /** Removes all marks of this session. */
  clear(): void {
    for (const about of this.all()) this.remove(this.nameOf(about));
  }

  private nameOf(about: string): string {
    return about === '' ? this.session : `${this.session} ${about}`;
  }

  private names(): readonly string[] {
    try {
      return readdirSync(this.folder);
    } catch {
      return [];
    }
  }

  private makeRoom(): void {
    const names = this.names();
    const most = MOST[this.kind];
    if (names.length <= most) return;
    const ageOf = (name: string) =>
      statSync(join(this.folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const aged = names.map((name) => ({ name, at: ageOf(name) })).sort((a, b) => a.at - b.at);
    for (const { name } of aged.slice(0, most / 2)) this.remove(name);
  }

  private remove(name: string): void {
    try {
      rmSync(join(this.folder, name), { force: true });
    } catch {
      // It counts until somebody removes it.
    }
  }
}
