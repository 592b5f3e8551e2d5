import { expect, test } from 'vitest';
import { editing, failing, running } from '../../src/moments/action.js';
import { candidatesFor } from '../../src/moments/candidates.js';

const NOTE = {
  id: '01M8FAX25GBTRZ5TWZ8214ZTDP',
  type: 'bugfix',
  title: 'A title',
  content: 'A content',
  created_at: '2026-11-27T20:24:44Z',
};

/** What a vault was asked, and what comes of its answer. */
async function asked(action: Parameters<typeof candidatesFor>[0], answer: unknown = []) {
  const paths: string[] = [];
  const ask = async (path: string) => {
    paths.push(decodeURIComponent(path.replaceAll('+', ' ')));
    return answer;
  };
  const found = await candidatesFor(action, 'shop', ask);
  return { paths, found };
}

test('a vault is asked for the notes of the files of an edit, each once', async () => {
  const { paths } = await asked(
    editing([{ path: 'src/a.ts' }, { path: 'src/a.ts' }, { path: 'b.md' }]),
  );
  expect(paths).toEqual([
    '/api/v1/observations?project=shop&path=src/a.ts&limit=50&content_limit=4000',
    '/api/v1/observations?project=shop&path=b.md&limit=50&content_limit=4000',
  ]);
});

test('of a command it gets the words alone, of a failure the words of its errors', async () => {
  const secret = 'TOKEN=hunter2 npm run deploy:all -- --key=hunter2 /home/me';
  expect((await asked(running(secret))).paths).toEqual([
    '/api/v1/search?project=shop&q="npm run deploy:all"&limit=20&content_limit=4000',
  ]);
  const failure = failing('', 'Error: could not open drawer /home/me/x of till 4711', true);
  expect((await asked(failure)).paths).toEqual([
    '/api/v1/search?project=shop&q=could not open drawer till&limit=20&content_limit=4000',
  ]);
});

test('what may be a secret is not sent: values, odd words and flags with something in them', async () => {
  const sent = async (line: string) => (await asked(running(line))).paths.join();
  for (const line of [
    'mysql -phunter2 shop',
    'curl -uadmin:hunter2 host',
    'set-token ghp_hunter2',
    'login --key hunter2',
  ])
    expect(await sent(line)).not.toContain('hunter2');
});

test('a vault that has nothing to be asked is not asked', async () => {
  expect((await asked(running('ls -la'))).paths).toEqual([]);
});

test.each([
  [{ ...NOTE, superseded_by: '01M8FAX25GBTRZ5TWZ8214ZTDQ' }],
  [{ ...NOTE, validity: 'expired' }],
  [{ ...NOTE, id: '../../etc' }],
  [{ ...NOTE, content: 7 }],
  [null],
  ['x'],
])('what is no note that holds is no candidate: %j', async (answer) => {
  expect((await asked(running('make x'), [answer])).found).toEqual([]);
});

test.each([[{}], [null], ['text'], [{ detail: 'no' }]])(
  'an answer of another shape has none: %j',
  async (answer) => {
    expect((await asked(running('make x'), answer)).found).toEqual([]);
  },
);

test('a note is read with what it is about, each once', async () => {
  const anchors = [{ path: 'a.ts', lines: '3-4', hash: 'ab', more: 1 }, 7];
  const { found } = await asked(editing([{ path: 'a.ts' }]), [{ ...NOTE, anchors }]);
  expect(found).toMatchObject([
    {
      id: NOTE.id,
      day: '2026-11-27',
      anchors: [{ path: 'a.ts', lines: '3-4', hash: 'ab' }, {}],
    },
  ]);
});
