import { expect, test } from 'vitest';
import { parsePostgresUrl } from '../../src/domain/postgres.js';

test('an address names the hosts in order, with the port of PostgreSQL where none is given', () => {
  expect(
    parsePostgresUrl(
      'postgres://vault_node:p%40ss:w%2Ford@db-1.example,db-2.example:6432,[::1]:7000/vault?sslmode=verify-ca&sslrootcert=/etc/ca.pem',
    ),
  ).toEqual({
    hosts: [
      { host: 'db-1.example', port: 5432 },
      { host: 'db-2.example', port: 6432 },
      { host: '::1', port: 7000 },
    ],
    user: 'vault_node',
    password: 'p@ss:w/ord',
    database: 'vault',
    sslMode: 'verify-ca',
    sslRootCert: '/etc/ca.pem',
  });
});

test('without a word about it, the certificate and the name of the host are checked', () => {
  expect(parsePostgresUrl('postgresql://vault_node@db/vault')).toMatchObject({
    password: undefined,
    sslMode: 'verify-full',
    sslRootCert: undefined,
  });
});

const hostIsWrong = (nth: number) =>
  `host ${nth} is missing, or is no name or address with a port up to 65535 (in a password, / is %2F, ? is %3F and @ is %40)`;

test('everything that is wrong is said at once', () => {
  expect(() =>
    parsePostgresUrl('postgres://:se%zzcret@db:99999,/?sslmode=prefer&application_name=x'),
  ).toThrow(
    `the address of PostgreSQL is wrong: ${hostIsWrong(1)}; ${hostIsWrong(2)}; ` +
      'the user is missing; the password has a % without two hexadecimal digits behind it: write a % as %25; ' +
      'the database is missing; the option application_name is unknown: there are sslmode and sslrootcert; ' +
      'sslmode must be one of disable, require, verify-ca, verify-full',
  );
  expect(() =>
    parsePostgresUrl('postgres://node@db/vault?sslmode=require&sslrootcert=ca.pem'),
  ).toThrow('sslrootcert is of no use with sslmode=require: set verify-ca or verify-full');
});

test.each([
  'mysql://root:secret@db/vault',
  'postgres:secret@db/vault',
  'postgres://node:sec/ret@db/vault',
  'postgres://node:secret@other@db/vault?sslmode=no',
  'postgres://node:secret%@db/vault',
  'postgres://node:secret@/vault',
])('what is wrong with %s is said without the password', (text) => {
  expect(() => parsePostgresUrl(text)).toThrow(/^(?!.*sec)/);
});
