import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** A page of a list. `next` is where the next one begins; the last page has none. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly next?: string | undefined;
}

/** The pages of a list that are there by now. */
export interface Pages<T> {
  readonly state: 'asking' | 'there' | 'failed';
  /** Undefined until the first page is there. */
  readonly value: readonly T[] | undefined;
  readonly error?: unknown;
  /** Whether the last page is there. */
  readonly isWhole: boolean;
  /** Asks for the next page, unless one is on its way or the last one is there. */
  readonly more: () => void;
  /** Asks for the page that failed. */
  readonly again: () => void;
  /** Asks for all pages that are there, such as after they were changed. They stay until the answer is there. */
  readonly anew: () => void;
}

interface Kept<T> {
  readonly state: 'asking' | 'there' | 'failed';
  readonly key: string;
  readonly rows?: readonly T[];
  readonly next?: string | undefined;
  readonly error?: unknown;
}

/**
 * Asks for the first page when a component appears and whenever `key` changes, which has to hold all that `ask` depends on;
 * for further ones when told so. A question that is no longer of interest is cancelled.
 */
export function usePages<T>(
  key: string,
  ask: (next: string | undefined, signal: AbortSignal) => Promise<Page<T>>,
): Pages<T> {
  const [kept, setKept] = useState<Kept<T>>({ state: 'asking', key });
  // What is kept, also between two renders: the next page must not be asked for twice.
  const now = useRef(kept);
  const gone = useRef(new AbortController());
  const keep = (state: Kept<T>) => {
    now.current = state;
    setKept(state);
  };
  // From the beginning, as many rows as are shown: whoever reads far down stays there.
  const askFor = async (from: string | undefined) => {
    const { signal } = gone.current;
    const { rows } = now.current;
    const shown = rows && { rows };
    keep({ key, state: 'asking', next: from, ...shown });
    try {
      let all = from === undefined ? [] : (rows ?? []);
      let next = from;
      do {
        const page = await ask(next, signal);
        all = [...all, ...page.rows];
        next = page.next;
      } while (next !== undefined && all.length < (rows?.length ?? 0));
      if (!signal.aborted) keep({ key, state: 'there', rows: all, next });
    } catch (error) {
      if (!signal.aborted) keep({ key, state: 'failed', error, next: from, ...shown });
    }
  };
  const leave = () => gone.current.abort(new DOMException('no longer of interest', 'AbortError'));
  const askAnew = () => {
    leave();
    gone.current = new AbortController();
    void askFor(undefined);
  };
  useEffect(() => {
    now.current = { state: 'asking', key };
    askAnew();
    return leave;
  }, [key]);
  const asking = useRef(askFor);
  asking.current = askFor;
  const more = useCallback(() => {
    const { state, next } = now.current;
    if (state === 'there' && next !== undefined) void asking.current(next);
  }, []);
  const again = useCallback(() => void asking.current(now.current.next), []);
  // The first render after a change of the key still has the state of the former one.
  const { state, rows, next, error }: Kept<T> = kept.key === key ? kept : { state: 'asking', key };
  return {
    state,
    value: rows,
    error,
    isWhole: state === 'there' && next === undefined,
    more,
    again,
    anew: askAnew,
  };
}

/** Where the next page begins, as the `Link` header of an answer says (RFC 8288). */
export function nextCursor({ headers }: Response): string | undefined {
  const [, target = ''] = /<([^>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return new URLSearchParams(target.split('?')[1]).get('cursor') ?? undefined;
}
