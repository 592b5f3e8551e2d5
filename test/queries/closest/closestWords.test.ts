import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { expect } from 'vitest';
import { EVERYTHING, type Visibility } from '../../../src/domain/caller.js';
import type { ObservationRow } from '../../../src/projections/observationRow.js';
import { unindex } from '../../../src/projections/searchIndex.js';
import { closestWords } from '../../../src/queries/closest/closest.js';
import { searchViews } from '../../support/searchViews.js';

const ALPHA: Visibility = { kind: 'team', team: 'alpha', savers: true };

function closest(views: ReturnType<typeof searchViews>['views'], words: string | string[]) {
  const asked = [words].flat();
  return closestWords(views, asked, { at: 0, sees: EVERYTHING });
}

/** What is offered for one word in a vault of these notes. */
function offered(word: string, notes: readonly Partial<ObservationRow>[]): readonly string[] {
  return closest(searchViews(notes).views, word)[0]?.closest ?? [];
}

test('a misspelt word gives the word that was meant, as people write it', () => {
  const notes = [
    { title: 'The Webhook of the gateway', content: 'retrieval, idempotency and happiness' },
    { title: 'Deployment, database', content: 'configuration, authentication, sérialisation' },
  ];
  const meant = {
    webhok: 'webhook',
    Webhoook: 'webhook',
    gatewya: 'gateway',
    retreival: 'retrieval',
    idempotncy: 'idempotency',
    hapiness: 'happiness',
    deploymnet: 'deployment',
    // Their stems are `databas` and `gatewai`, which FTS5 would stem again.
    databse: 'database',
    GATWAY: 'gateway',
    configuraton: 'configuration',
    confguraton: 'configuration',
    authentcaton: 'authentication',
    serialzation: 'sérialisation',
  };
  for (const [typed, word] of Object.entries(meant)) expect(offered(typed, notes)).toEqual([word]);
});

test('authors, months, tags and parts of identifiers are words, too', () => {
  const note = { author: 'lovelace', tags: '["payments"]', content: 'getCheckoutById' };
  const notes = [{ ...note, created_at: 1_763_900_000 }];
  expect(offered('lovelase', notes)).toEqual(['lovelace']);
  expect(offered('paymnets', notes)).toEqual(['payments']);
  expect(offered('chekout', notes)).toEqual(['checkout']);
  expect(offered('novembre', notes)).toEqual(['november']);
});

test('other scripts with spaces between words are corrected', () => {
  expect(offered('погда', [{ title: 'погода' }])).toEqual(['погода']);
  expect(offered('ευρόπη', [{ title: 'Ευρώπη' }])).toEqual(['ευρώπη']);
});

test('the nearest come first, then those of more notes; three at most', () => {
  const notes = ['cart', 'card care', 'card', 'carp', 'bard'].map((title) => ({ title }));
  expect(offered('carx', notes)).toEqual(['card', 'care', 'carp']);
});

test('two differences count from eight letters on, and only where there is none with one', () => {
  expect(offered('gatwy', [{ title: 'gateway' }])).toEqual([]);
  expect(offered('conecton', [{ title: 'connection' }])).toEqual(['connection']);
  const both = [{ title: 'marzipan' }, { title: 'marsipan marsipan' }];
  expect(offered('marzipam', both)).toEqual(['marzipan']);
  expect(offered('marzipam', both.slice(1))).toEqual(['marsipan']);
});

test('a word that a note holds is left alone', () => {
  const { views } = searchViews([{ title: 'gateway gatewax', content: 'runs' }]);
  expect(closest(views, ['gateway', 'GATEWAX', 'running'])).toEqual([]);
});

test.each([
  '',
  'a',
  'tet',
  'd3d3787dd31b',
  'webh0ok',
  '日本語日本語',
  '웹훅웹훅',
  'ภาษาไทย',
  '𝒳𝒳𝒳𝒳𝒳',
  '\ud800web',
  '"webhok',
  'web*hok',
  'a'.repeat(33),
  'web'.repeat(10_000),
  '\u0301'.repeat(20),
  'ﬀﬀﬀﬀ',
])('%# of the words that are none is not corrected', (word) => {
  expect(offered(word, [{ title: 'webhook tests aaaa 日本語 𝒳𝒳𝒳𝒳' }])).toEqual([]);
});

test.prop([fc.array(fc.string({ unit: 'binary' })), fc.array(fc.string({ unit: 'grapheme' }))])(
  'any words in any vocabulary are answered, twice the same',
  (words, titles) => {
    const { views } = searchViews(titles.map((title) => ({ title: title.toWellFormed() })));
    expect(closest(views, words)).toEqual(closest(views, words));
  },
);

test('a caller is never offered a word that only another team holds', () => {
  const { views } = searchViews([
    { title: 'webhook', team: 'beta' },
    { title: 'webhooks again', team: 'beta' },
    { title: 'webbook', team: 'Alpha' },
    { title: 'webhorn' },
  ]);
  const asked = (sees: Visibility, word: string) =>
    closestWords(views, [word], { at: 0, sees })[0]?.closest;
  expect(asked(EVERYTHING, 'webhok')).toEqual(['webhook']);
  expect(asked(EVERYTHING, 'webhook')).toEqual(undefined);
  expect(asked(ALPHA, 'webhok')).toEqual(undefined);
  expect(asked(ALPHA, 'webboko')).toEqual(['webbook']);
  expect(asked(ALPHA, 'webhrn')).toEqual(['webhorn']);
  // Not even that it is there: for this caller, nobody has written it.
  expect(asked(ALPHA, 'webhook')).toEqual(['webbook']);
});

test('many words of another team do not crowd out those of the caller', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const others = letters.flatMap((letter) => [`car${letter}`, `ca${letter}x`]);
  const { views } = searchViews([
    { title: others.filter((word) => word !== 'carx').join(' '), team: 'beta' },
    { title: 'barx' },
  ]);
  const asked = { sees: ALPHA, at: 0 };
  expect(closestWords(views, ['carx'], asked)).toEqual([{ word: 'carx', closest: ['barx'] }]);
});

test('the tokens for projects and walls are no words', () => {
  const { views, rows } = searchViews([{ title: 'one' }, { title: 'webhook' }]);
  const [, second] = rows;
  if (!second) throw new Error('there are two rows');
  unindex(views, second);
  const columns = 'rowid, title, content, tags, meta, scope';
  views.run(`INSERT INTO observations_fts (${columns}) VALUES (2, '', '', '', '', 'webhook')`);
  expect(closest(views, 'webhok')).toEqual([]);
});

test('a word that only a replaced revision held is offered for that time alone', () => {
  const { views } = searchViews([
    { id: 'a', title: 'webhook', until: 2 },
    { id: 'a', title: 'callback' },
  ]);
  const asOf = (as_of?: number) =>
    closestWords(views, ['webhok'], { at: 0, sees: EVERYTHING, as_of });
  expect(asOf()).toEqual([]);
  expect(asOf(1)).toEqual([{ word: 'webhok', closest: ['webhook'] }]);
});

test('a word that was forgotten with its notes is never offered', () => {
  const { views, rows } = searchViews([{ title: 'webhook one' }, { title: 'webhook two' }]);
  expect(closest(views, 'webhok')).toHaveLength(1);
  for (const row of rows) {
    unindex(views, row);
    views.run('DELETE FROM observations WHERE position = ?', [row.position]);
  }
  expect(closest(views, 'webhok')).toEqual([]);
});

test('many misspelt words take a bounded number of seeks together, and the first are corrected', () => {
  const titles = Array.from({ length: 500 }, (_, i) => ({
    title: `w${String.fromCharCode(97 + (i % 26), 97 + ((i * 7) % 26), 97 + ((i * 11) % 26))}ster`,
  }));
  const { views } = searchViews([...titles, { title: 'connection' }]);
  const seeks: number[] = [];
  const counted = {
    ...views,
    all<Row>(sql: string, params?: Parameters<typeof views.all>[1]): Row[] {
      const rows = views.all<Row>(sql, params);
      if (sql.includes('term >=')) seeks.push(rows.length);
      return rows;
    },
  };
  const words = ['conecton', ...titles.slice(0, 23).map(({ title }) => `${title}ing${title}`)];
  const [first] = closest(counted, words);
  expect(first).toEqual({ word: 'conecton', closest: ['connection'] });
  expect(seeks.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1000);
});
