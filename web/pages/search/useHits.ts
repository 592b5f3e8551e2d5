import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Asked, useAsk } from '../../base/useAsk.js';
import { type Hit, type HitPage, loadHits } from './loadHits.js';
import { addressOf, type SearchQuery } from './searchQuery.js';

/** The hits that were loaded, and how to get more. */
export interface Hits {
  readonly first: Asked<HitPage>;
  readonly hits: readonly Hit[];
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** Why the next page did not come. */
  readonly error: unknown;
  /** Loads the next page; does nothing while one is under way. */
  readonly more: () => void;
  /** Whether the next page may be loaded by itself now. */
  readonly mayLoad: boolean;
}

interface Further {
  /** The first page that these follow. */
  readonly behind: HitPage;
  readonly hits: readonly Hit[];
  readonly next: string | undefined;
  readonly error?: unknown;
}

/**
 * Asks for the hits of a query; those of the former query stay until the new ones are there. What is asked for again has as many
 * pages as were shown: whoever reads far down stays there.
 */
export function useHits(query: SearchQuery): Hits {
  const key = JSON.stringify(addressOf(query));
  const shown = useRef({ key, pages: 1 });
  if (shown.current.key !== key) shown.current = { key, pages: 1 };
  const first = useAsk(key, (signal) => loadPages(query, shown.current.pages, signal), {
    keep: true,
  });
  const [kept, setFurther] = useState<Further>();
  const [isLoadingMore, setLoading] = useState(false);
  const page = first.value;
  const further = kept && kept.behind === page ? kept : undefined;
  const pending = useRef<AbortController>();
  useEffect(
    () => () => {
      pending.current?.abort(new DOMException('no longer of interest', 'AbortError'));
      pending.current = undefined;
      setLoading(false);
    },
    [page],
  );
  const next = further ? further.next : page?.next;
  const more = () => {
    if (!page || next === undefined || pending.current || first.state !== 'there') return;
    const gone = new AbortController();
    pending.current = gone;
    setLoading(true);
    const before = further?.hits ?? [];
    loadHits(query, next, gone.signal)
      .then(
        (loaded) => {
          if (gone.signal.aborted) return;
          shown.current.pages += 1;
          setFurther({
            behind: page,
            hits: [...before, ...unknownOf(loaded.hits, [...page.hits, ...before])],
            next: loaded.next,
          });
        },
        (error: unknown) => {
          // The next page is not asked for again by itself.
          if (!gone.signal.aborted) setFurther({ behind: page, hits: before, next, error });
        },
      )
      .finally(() => {
        if (pending.current !== gone) return;
        pending.current = undefined;
        setLoading(false);
      });
  };
  // The same list while nothing was loaded: what is counted of it need not be counted again.
  const hits = useMemo(
    () => (page ? [...page.hits, ...(further?.hits ?? [])] : []),
    [page, further],
  );
  const hasMore = next !== undefined;
  const error = further?.error;
  const mayLoad = hasMore && !isLoadingMore && error === undefined && first.state === 'there';
  return { first, hits, hasMore, isLoadingMore, error, more, mayLoad };
}

/** The first pages of the hits, as one. */
async function loadPages(query: SearchQuery, pages: number, signal: AbortSignal): Promise<HitPage> {
  let all = await loadHits(query, undefined, signal);
  for (let more = pages - 1; more > 0 && all.next !== undefined; more--) {
    const { hits, next } = await loadHits(query, all.next, signal);
    all = { ...all, hits: [...all.hits, ...unknownOf(hits, all.hits)], next };
  }
  return all;
}

/** A note that was saved meanwhile moves the others, so that one may come twice. */
function unknownOf(hits: readonly Hit[], known: readonly Hit[]): readonly Hit[] {
  const ids = new Set(known.map(({ id }) => id));
  return hits.filter(({ id }) => !ids.has(id));
}
