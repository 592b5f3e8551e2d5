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
  ['ARG TOKEN=\n\npassword=«uL8itc98AQ52P4»', []],
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
  'ARG TOKEN=\nARG REVISION=uL8itc98AQ52P4',
])('%s: what speaks against it outweighs the rest', (text) => {
  expect(find(text)).toEqual([]);
});

// Words of everyday that end as a key does, behind an option; the name of the key with a number, behind a statement.
test.each([
  'docker login --username ci --password «monkey»',
  'mongo --password «Donkey»',
  'openssl --passphrase «whiskeys»',
  'ENV DB_PASSWORD «turkey»',
  'setx DB_PASSWORD «hockey»',
  'gh secret set TOKEN «donkey»',
  'rails config set db.password «monkey»',
  'The password is «Password1»',
  'The password is «MyPassword1».',
  'The password was set to «AdminPassword1»',
  'password → «MyPassword1»',
  '- Password — «Password1»',
  'Password:\n«Password1»',
  '| admin | Password | «Password1» |',
  'Das Passwort lautet «Passwort1»',
  'La contraseña es «Contraseña1»',
  'Het wachtwoord is «Wachtwoord1»',
  "the password is '«PasswordFlow»'",
  'token «nextAccessToken1»',
  'token: Bearer «XYZZY»',
  'token:Bearer «abcdefgh»',
  `token := «${'qwertzuiop'.repeat(15)}»`,
  `password: «${'qwertzuiop'.repeat(15)}» and more`,
])('%s: a secret for all it looks like', (marked) => {
  const start = marked.indexOf('«');
  const end = marked.indexOf('»') - 1;
  expect(find(marked.replace(/[«»]/g, ''))).toMatchObject([{ start, end }]);
});

test('in bundled code a name with digits is a secret', () => {
  const code = 'return e(t,function(){var a=n(r),b=o(i),c=u(s);x(a,{b:c,d:e},{token:fooBar1}';
  expect(find(code)).toMatchObject([{ start: code.indexOf('fooBar1') }]);
});
