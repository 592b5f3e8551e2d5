import type { Entry } from './entry.js';

/** What can happen to any file. */
export const FILE_CODES = {
  disk_full: {
    level: 'error',
    meaning: 'there is no space left for a file',
    next: 'free some space on that disk',
  },
  disk_failed: {
    level: 'error',
    meaning: 'the disk failed to read or write a file',
    next: 'check the disk and the system log, then start the service again',
  },
  read_only: {
    level: 'error',
    meaning: 'a file, or the file system that it is on, is read-only',
    next: 'make the file system writable, or set VAULT_DATA_DIR to a directory on another one',
  },
  permission_denied: {
    level: 'error',
    meaning: 'this process may not use a file',
    next: 'let the user that runs this process own the file: chown and chmod u+rw',
  },
  file_foreign: {
    level: 'error',
    meaning:
      'a file in the data directory has the name of a file of the vault and belongs to another user',
    next: 'find out who put it there. Give it to the user that runs this process (chown) if it is the right one, or move it out of the data directory',
  },
  file_not_regular: {
    level: 'error',
    meaning:
      'what has the name of a file of the vault is a link, a pipe, a device or a directory; it was not opened',
    next: 'find out who put it there, and move it out of the data directory. To keep the vault elsewhere, set VAULT_DATA_DIR, which may be a link',
  },
  too_many_files: {
    level: 'error',
    meaning: 'this process, or the machine, has as many files open as it may have',
    next: 'raise the limit (ulimit -n, or LimitNOFILE of systemd) and start again',
  },
  file_locked: {
    level: 'error',
    meaning: 'another program has locked a file',
    next: 'end that program and try again',
  },
  file_damaged: {
    level: 'error',
    meaning: 'a file is damaged, or is no database',
    next: 'run memory-vault verify. Restore a backup if it is log.db; views.db may be deleted, since it is rebuilt from the log',
  },
  cannot_open: {
    level: 'error',
    meaning: 'a file cannot be opened: it is missing, or is not a file',
    next: 'check the path',
  },
  out_of_memory: {
    level: 'error',
    meaning: 'there is not enough memory for a file',
    next: 'give the process more memory',
  },
} as const satisfies Record<string, Entry>;
