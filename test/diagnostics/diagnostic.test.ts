import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Diagnostic, diagnosticOf } from '../../src/diagnostics/diagnostic.js';
import { lineOf } from '../../src/diagnostics/reporter.js';
import { openSqlite, openSqliteReader } from '../../src/sqlite/sqlite.js';
import { plainError } from '../../src/threads/worker.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

test.each([
  ['SQLITE_FULL', 'disk_full'],
  ['ENOSPC', 'disk_full'],
  ['EDQUOT', 'disk_full'],
  ['SQLITE_IOERR_FSYNC', 'disk_failed'],
  ['EIO', 'disk_failed'],
  ['SQLITE_READONLY', 'read_only'],
  ['EROFS', 'read_only'],
  ['SQLITE_READONLY_DIRECTORY', 'permission_denied'],
  ['EACCES', 'permission_denied'],
  ['EPERM', 'permission_denied'],
  ['EMFILE', 'too_many_files'],
  ['ENFILE', 'too_many_files'],
  ['SQLITE_BUSY_SNAPSHOT', 'file_locked'],
  ['SQLITE_LOCKED', 'file_locked'],
  ['SQLITE_CORRUPT_VTAB', 'file_damaged'],
  ['SQLITE_NOTADB', 'file_damaged'],
  ['SQLITE_CANTOPEN', 'cannot_open'],
  ['ENOENT', 'cannot_open'],
  ['SQLITE_NOMEM', 'out_of_memory'],
])('an error %s is a %s that names the file, also after it crossed from a thread', (code, is) => {
  const error = Object.assign(new Error('as the system says it'), { code, file: '/v/log.db' });
  const crossed = Object.assign(new Error(), plainError(error));
  for (const one of [error, crossed]) {
    const { message, next, file, ...rest } = diagnosticOf(one);
    expect(rest.code).toBe(is);
    expect(file).toBe('/v/log.db');
    expect(message).toContain('/v/log.db');
    expect(message).not.toMatch(/as the system says it|[A-Z]{4}/);
    expect(next).toMatch(/\w{4}/);
  }
});

test('a diagnostic keeps its code, file and setting on its way from a thread', () => {
  const about = { file: '/v/log.db', setting: 'VAULT_DATA_DIR' };
  const crossed = Object.assign(new Error(), plainError(new Diagnostic('no_vault', 'none', about)));
  expect(diagnosticOf(crossed)).toMatchObject({ code: 'no_vault', message: 'none', ...about });
});

test('an error that nobody foresaw is an internal error, and its line has the stack', () => {
  const error = new TypeError('x is not a function');
  expect(lineOf(diagnosticOf(error))).toEqual({
    level: 'error',
    code: 'internal_error',
    msg: 'x is not a function',
    next: 'report the fault with this line',
    err: error,
  });
  expect(diagnosticOf('only text')).toMatchObject({ code: 'internal_error', message: 'only text' });
});

test('every error of a database names its file, whether it comes from opening it or from a statement', () => {
  const directory = temporaryDirectory();
  const noDatabase = join(directory, 'text.db');
  writeFileSync(noDatabase, 'no database, but long enough to be taken for one. '.repeat(99));
  const inNoDirectory = join(directory, 'none', 'log.db');
  for (const [file, code] of [
    [noDatabase, 'file_damaged'],
    [inNoDirectory, 'cannot_open'],
  ] as const) {
    for (const act of [() => openSqlite(file, 'FULL'), () => readFrom(file)])
      expect(diagnosticOf(thrownBy(act))).toMatchObject({ code, file });
  }
  expect(existsSync(inNoDirectory)).toBe(false);
  mkdirSync(join(directory, 'none'));
  const gone = join(directory, 'none', 'gone.db');
  expect(diagnosticOf(thrownBy(() => readFileSync(gone)))).toMatchObject({ file: gone });
});

function readFrom(file: string): void {
  openSqliteReader(file).get('SELECT count(*) FROM sqlite_schema');
}

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return expect.fail('nothing was thrown');
}
