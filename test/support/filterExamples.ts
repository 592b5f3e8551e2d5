import type { FilterName } from '../../src/domain/searchFilters.js';
import { UNKNOWN_SESSION } from './notes.js';

/** For each filter a value, the fields of a note that it finds, and those of one that it does not find. */
export const FILTER_EXAMPLES: Record<
  FilterName,
  {
    readonly value: string;
    readonly wanted: Readonly<Record<string, unknown>>;
    readonly other: Readonly<Record<string, unknown>>;
  }
> = {
  project: { value: 'a/b', wanted: { project: 'a/b' }, other: { project: 'a' } },
  type: { value: 'decision', wanted: { type: 'decision' }, other: {} },
  team: { value: 'payments', wanted: { team: 'payments' }, other: { team: 'Payments' } },
  country: { value: 'DE', wanted: { country: 'DE' }, other: {} },
  author: { value: 'ada', wanted: { author: 'ada' }, other: { author: 'bob' } },
  session_id: { value: UNKNOWN_SESSION, wanted: { session_id: UNKNOWN_SESSION }, other: {} },
  tag: { value: 'y z', wanted: { tags: ['x', 'y z'] }, other: { tags: ['y', 'z'] } },
  path: {
    value: 'src/',
    wanted: { anchors: [{ path: 'src/http/a.ts' }] },
    other: { anchors: [{ path: 'srcs/a.ts' }, { path: 'src' }] },
  },
  commit: {
    value: '0123456789ABCDEF',
    wanted: { anchors: [{ commit: '0123456' }] },
    other: { anchors: [{ commit: '1234567' }] },
  },
  from: {
    value: '2026-01-02T00:00:00Z',
    wanted: { created_at: '2026-01-02T00:00:00Z' },
    other: { created_at: '2026-01-01T23:59:59Z' },
  },
  to: {
    value: '2026-01-02T00:00:00Z',
    wanted: { created_at: '2026-01-02T00:00:00Z' },
    other: { created_at: '2026-01-02T00:00:01Z' },
  },
};
