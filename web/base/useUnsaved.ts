import { useLayoutEffect } from 'preact/hooks';
import { guardPlace } from './place.js';

const QUESTION = 'Your changes are not saved. Leave this screen?';

/** Asks before somebody leaves what would be lost: to another screen, another page, or by closing the tab. */
export function useUnsaved(isUnsaved: boolean, question = QUESTION): void {
  // At once, not after the next paint: a click may come sooner.
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    const letGo = guardPlace(() => confirm(question));
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => {
      letGo();
      removeEventListener('beforeunload', warn);
    };
  }, [isUnsaved]);
}
