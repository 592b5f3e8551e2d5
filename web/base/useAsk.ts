import { useCallback, useEffect, useState } from 'preact/hooks';

/** What became of a question to the API. While it is asked again, the earlier answer stays. */
export type Asked<T> =
  | { readonly state: 'asking'; readonly value?: T | undefined; readonly again: () => void }
  | { readonly state: 'there'; readonly value: T; readonly again: () => void }
  | {
      readonly state: 'failed';
      readonly error: unknown;
      readonly value?: T | undefined;
      readonly again: () => void;
    };

type Kept<T> = { key: string; answer?: { value: T }; error?: { error: unknown }; asking: boolean };

/**
 * Asks when a component appears and whenever `key` changes; a question that is no longer of interest is cancelled.
 * `key` has to hold all that `ask` depends on. `keep` shows the answer to the former key until the new one is there.
 */
export function useAsk<T>(
  key: string,
  ask: (signal: AbortSignal) => Promise<T>,
  { keep = false }: { keep?: boolean } = {},
): Asked<T> {
  const [round, setRound] = useState(0);
  const [kept, setKept] = useState<Kept<T>>({ key, asking: true });
  // `key` stands for all that `ask` depends on.
  useEffect(() => {
    const gone = new AbortController();
    setKept((before) => ({ ...(keep || before.key === key ? before : {}), key, asking: true }));
    ask(gone.signal).then(
      (value) => gone.signal.aborted || setKept({ key, answer: { value }, asking: false }),
      (error: unknown) =>
        gone.signal.aborted ||
        setKept(({ answer }) => ({
          key,
          ...(answer && { answer }),
          error: { error },
          asking: false,
        })),
    );
    return () => gone.abort(new DOMException('no longer of interest', 'AbortError'));
  }, [key, round]);
  const again = useCallback(() => setRound((n) => n + 1), []);
  // The first render after a change of the key still has the state of the former one.
  const isFormer = kept.key !== key;
  const value = isFormer && !keep ? undefined : kept.answer?.value;
  if (isFormer || kept.asking) return { state: 'asking', value, again };
  if (kept.error) return { state: 'failed', error: kept.error.error, value, again };
  if (!kept.answer) return { state: 'asking', again };
  return { state: 'there', value: kept.answer.value, again };
}
