import { useLayoutEffect } from 'preact/hooks';
import { guardPlace } from './place.js';

const QUESTION = 'Your changes are not saved. Leave them?';

/** Asks before somebody leaves a text that is kept nowhere: to another screen, another page, or by closing the tab. */
export function useUnsaved(isUnsaved: boolean): void {
  // At once, not after the next paint: a click may come sooner.
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    const letGo = guardPlace(() => confirm(QUESTION));
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => {
      letGo();
      removeEventListener('beforeunload', warn);
    };
  }, [isUnsaved]);
}
