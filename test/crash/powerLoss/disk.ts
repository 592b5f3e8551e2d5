import { posix } from 'node:path';
import type { Traced } from '../shim/trace.js';

/** A change of a file that is not yet synced. */
export type Unsynced = { readonly at: number; readonly data: Buffer } | { readonly to: number };

/** The content of a file, independent of its name. */
interface File {
  readonly isDirectory: boolean;
  synced: Buffer;
  unsynced: Unsynced[];
}

/** A change of names whose directory is not yet synced. */
interface Naming {
  readonly directory: string;
  readonly apply: (names: Map<string, File>) => void;
}

/** A possible state of a disk after a power failure. */
export interface Survival {
  /** True when a change of names survives. */
  naming(): boolean;
  /** The surviving unsynced changes of a file, in order. */
  unsynced(changes: readonly Unsynced[]): readonly Unsynced[];
}

/** A disk with a cache, after some operations. */
export interface Disk {
  apply(operation: Traced): void;
  /** The files by name, after the power is back. */
  after(survival: Survival): Map<string, Buffer>;
}

/**
 * A disk that keeps exactly what POSIX promises: the content of a file lasts from its fsync on, its name
 * from the fsync of its directory on, and of everything else any part may be lost. What was unsynced
 * when an fsync failed is lost for good, as kernels do that mark it clean (the next fsync succeeds).
 */
export function disk(): Disk {
  const names = new Map<string, File>([['.', newFile(true)]]);
  const lasting = new Map<string, File>(names);
  const open = new Map<number, { readonly name: string; readonly file: File }>();
  let namings: Naming[] = [];

  function rename(directory: string, apply: Naming['apply']): void {
    apply(names);
    namings.push({ directory, apply });
  }

  function make(name: string, isDirectory: boolean): File {
    const file = newFile(isDirectory);
    rename(posix.dirname(name), (all) => void all.set(name, file));
    return file;
  }

  function sync(name: string, file: File): void {
    if (file.isDirectory) {
      for (const naming of namings) if (naming.directory === name) naming.apply(lasting);
      namings = namings.filter(({ directory }) => directory !== name);
    }
    file.synced = applied(file.synced, file.unsynced);
    file.unsynced = [];
  }

  function apply(operation: Traced): void {
    switch (operation.op) {
      case 'make':
        open.set(operation.fd, {
          name: operation.name,
          file: make(operation.name, false),
        });
        return;
      case 'open': {
        const file = known(names, operation.name);
        open.set(operation.fd, { name: operation.name, file });
        if (operation.empty) file.unsynced.push({ to: 0 });
        return;
      }
      case 'write':
        opened(open, operation.fd).file.unsynced.push({
          at: operation.at,
          data: operation.data ?? Buffer.alloc(0),
        });
        return;
      case 'size':
        opened(open, operation.fd).file.unsynced.push({ to: operation.to });
        return;
      case 'sync': {
        const { name, file } = opened(open, operation.fd);
        sync(name, file);
        return;
      }
      case 'mkdir':
        make(operation.name, true);
        return;
      case 'unlink':
        rename(posix.dirname(operation.name), (all) => void all.delete(operation.name));
        return;
      case 'rename': {
        const { name, to } = operation;
        const file = known(names, name);
        rename(posix.dirname(to), (all) => {
          if (all.get(name) === file) all.delete(name);
          all.set(to, file);
        });
        return;
      }
      case 'link': {
        const { name, to } = operation;
        const file = known(names, name);
        rename(posix.dirname(to), (all) => void all.set(to, file));
        return;
      }
      case 'refused':
        if (operation.what === 'sync') known(names, operation.name).unsynced = [];
        return;
      case 'ended':
      case 'said':
        return;
    }
  }

  return {
    apply,
    after(survival) {
      const found = new Map(lasting);
      for (const naming of namings) if (survival.naming()) naming.apply(found);
      const reachable = [...found].filter(
        ([name, file]) => !file.isDirectory && found.has(posix.dirname(name)),
      );
      return new Map(
        reachable.map(([name, { synced, unsynced }]) => [
          name,
          applied(synced, survival.unsynced(unsynced)),
        ]),
      );
    },
  };
}

const newFile = (isDirectory: boolean): File => ({
  isDirectory,
  synced: Buffer.alloc(0),
  unsynced: [],
});

function known(names: ReadonlyMap<string, File>, name: string): File {
  const file = names.get(name);
  if (!file) throw new Error(`the trace speaks of ${name}, which it never made`);
  return file;
}

function opened<T>(open: ReadonlyMap<number, T>, fd: number): T {
  const file = open.get(fd);
  if (!file) throw new Error(`the trace speaks of descriptor ${fd}, which it never opened`);
  return file;
}

/** A file after some changes, in order. Skipped bytes are zeros. */
function applied(content: Buffer, changes: readonly Unsynced[]): Buffer {
  if (changes.length === 0) return content;
  const ends = changes.map((change) =>
    'to' in change ? change.to : change.at + change.data.length,
  );
  const room = Buffer.alloc(Math.max(content.length, ...ends));
  content.copy(room);
  let length = content.length;
  for (const change of changes) {
    if ('to' in change) {
      room.fill(0, Math.min(length, change.to), Math.max(length, change.to));
      length = change.to;
    } else {
      change.data.copy(room, change.at);
      length = Math.max(length, change.at + change.data.length);
    }
  }
  return room.subarray(0, length);
}
