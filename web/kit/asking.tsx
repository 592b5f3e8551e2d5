import type { ComponentChildren } from 'preact';
import type { Asked } from '../base/useAsk.js';
import { ErrorBox } from './errorBox.js';
import { Loading } from './loading.js';

/** Shows what was asked for once it is there; before that, that it is loading, or what went wrong. */
export function Asking<T>({
  asked,
  children,
}: {
  asked: Asked<T>;
  children: (value: T) => ComponentChildren;
}) {
  const { state, value } = asked;
  return (
    <>
      {state === 'failed' && <ErrorBox error={asked.error} again={asked.again} />}
      {value !== undefined ? children(value) : state === 'asking' && <Loading />}
    </>
  );
}
