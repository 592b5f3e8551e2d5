import { expect, test } from 'vitest';
import { secretFinder } from '../../src/privacy/findSecrets.js';

const find = secretFinder();

test.each([
  ['the token was changed to «hT8kLm2q9x»', ['looks random']],
  ['the password is «hunter2»', ['looks made up']],
  ['The password is «swordfish».', ['a word that says nothing about it']],
  ['log in with the password «hunter2!»', ['looks chosen']],
  ['{"token": «letmein»}', ['behind a key in quotes']],
  ['password="«?!$%&»"', ['signs in quotes']],
  ['password=«letmein»', []],
])('%s: a find says what spoke for it, besides what stands between', (marked, signals) => {
  const start = marked.indexOf('«');
  const end = marked.indexOf('»') - 1;
  expect(find(marked.replace(/[«»]/g, ''))).toMatchObject([{ start, end, signals }]);
});

test.each([
  'password = other_password',
  'token = settings.token',
  'password: required',
  'token: next in line',
  'the password is wrong',
])('%s: what speaks against it outweighs the rest', (text) => {
  expect(find(text)).toEqual([]);
});
