import { expect, onTestFinished, test } from 'vitest';
import { linearPattern } from '../../src/privacy/patterns/linearPattern.js';
import { ownFilter, type PrivacyFilter } from '../../src/privacy/privacyFilter.js';

// Threads start from built files; their types are those of the sources they were built from.
const built = (file: string) => import(String(new URL(`../../dist/app/${file}`, import.meta.url)));
const { jobPool } = (await built('jobPool.js')) as typeof import('../../src/app/jobPool.js');
const { sharedFilter, LONGEST_HERE } = (await built(
  'appThreads.js',
)) as typeof import('../../src/app/appThreads.js');

const patterns = [linearPattern('ACME-\\d+')];
const here = ownFilter(patterns);
const SECRETS = 'password=hunter2hunter2 and ACME-1234, nothing else. ';

function open() {
  const short: string[] = [];
  const counting: PrivacyFilter = async (text) => {
    short.push(text);
    return here(text);
  };
  const pool = jobPool({ viewsFile: 'none', patterns }, { threads: 1 });
  onTestFinished(pool.close);
  return { filter: sharedFilter(counting, pool.run), short };
}

test('a long text is filtered on the thread as it would be here, with the same patterns', async () => {
  const { filter, short } = open();
  const long = SECRETS.repeat(LONGEST_HERE / 10);
  const found = await filter(long);
  expect(found).toEqual(await here(long));
  expect(found.text).not.toMatch(/hunter2|ACME-1234/);
  expect(short).toEqual([]);
});

test('a short text needs no thread', async () => {
  const { filter, short } = open();
  expect(await filter(SECRETS)).toEqual(await here(SECRETS));
  expect(short).toEqual([SECRETS]);
});
