import { describe, expect, test } from 'vitest';
import { engram } from '../../../../lab/bench/peers/engram.js';
import { korva } from '../../../../lab/bench/peers/korva.js';
import { memoryVault } from '../../../../lab/bench/peers/memoryVault.js';

const HIT = { id: '1', title: 'a title' };

describe.each([
  {
    peer: memoryVault,
    session: { id: 's' },
    hits: [HIT],
    none: [],
    stats: { observations_total: 7 },
  },
  {
    peer: korva,
    session: { session_id: 's' },
    hits: { results: [HIT], count: 1 },
    none: { results: [], count: 0 },
    stats: { total_observations: 7, total_sessions: 2 },
  },
  { peer: engram, session: { id: 's' }, hits: [HIT], none: null, stats: { total_observations: 7 } },
])('$peer.name', ({ peer, session, hits, none, stats }) => {
  test('its answers are read, and answers of another shape are an error', () => {
    expect(peer.sessionIn(session)).toBe('s');
    expect([peer.hitsIn(hits), peer.hitsIn(none)]).toEqual([1, 0]);
    expect(peer.notesIn(stats)).toBe(7);
    for (const read of [peer.sessionIn, peer.hitsIn, peer.notesIn])
      expect(() => read({ error: 'slow down' })).toThrow();
  });

  test('a search asks for its words, its project and its number of hits', () => {
    const { searchParams } = new URL(
      peer.search({ q: 'why? "this one"', project: 'a & b' }, 20),
      'http://127.0.0.1',
    );
    expect(Object.fromEntries(searchParams)).toEqual({
      q: 'why? "this one"',
      project: 'a & b',
      limit: '20',
    });
  });

  test('a context is that of a project, whatever its name holds', () => {
    const { pathname, searchParams } = new URL(peer.context('a & b'), 'http://127.0.0.1');
    expect(searchParams.get('project') ?? decodeURIComponent(pathname)).toMatch(/a & b$/);
  });

  test('it keeps its data where it is told', () => {
    const { args, env } = peer.start({ directory: '/tmp/its-own', port: 4711 });
    expect(Object.values(env).some((value) => value.startsWith('/tmp/its-own'))).toBe(true);
    expect([...args, ...Object.values(env)]).toContain('4711');
  });
});

test('no address sends Korva more requests than its limit allows', () => {
  const counts = new Map<string, number>();
  for (let n = 0; n < 30_000; n += 1) {
    const address = korva.headers?.(n)['x-forwarded-for'] ?? '';
    counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  expect(Math.max(...counts.values())).toBeLessThan(120);
  expect([...counts.keys()].filter((one) => !/^10(\.\d{1,3}){3}$/.test(one))).toEqual([]);
});
