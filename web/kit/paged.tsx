import type { ComponentChildren } from 'preact';
import type { Pages } from '../base/usePages.js';
import { ErrorBox } from './errorBox.js';
import { Loading } from './loading.js';

/** Shows the rows of a list that are there by now, that more are loading, or what went wrong. */
export function Paged<T>({
  pages: { state, value, error, again },
  empty,
  children,
}: {
  pages: Pages<T>;
  /** What is shown of a list without rows. */
  empty: ComponentChildren;
  children: (rows: readonly T[]) => ComponentChildren;
}) {
  const isEmpty = value?.length === 0 && state === 'there';
  return (
    <>
      {isEmpty ? empty : value && children(value)}
      {state === 'failed' && <ErrorBox error={error} again={again} />}
      {state === 'asking' && <Loading />}
    </>
  );
}
