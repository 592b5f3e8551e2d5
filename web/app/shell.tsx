import { useEffect, useRef } from 'preact/hooks';
import { askWho, caller, callerError } from '../base/caller.js';
import { useDrawAgain } from '../base/drawAgain.js';
import { place } from '../base/place.js';
import { useWaiting } from '../base/waiting.js';
import { ErrorBox } from '../kit/errorBox.js';
import { Loading } from '../kit/loading.js';
import { Notices } from '../kit/notices.js';
import { scrollToKept } from './keepScroll.js';
import { KeysDialog } from './keysDialog.js';
import { ScreenAt } from './screenAt.js';
import { TopBar } from './topBar.js';

/** The frame of every screen: navigation, search field, and the screen of the current place. */
export function Shell() {
  useDrawAgain();
  const main = useRef<HTMLElement>(null);
  const { isDocs, path } = place;
  // In the reference of the API, the screen itself goes to an operation.
  const screen = isDocs ? '/docs' : path;
  const isFirst = useRef(true);
  // As after a real page load: a screen reader begins at the new screen, which begins at its top, or where it was left.
  useEffect(() => {
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    if (!isFirst.current || !isDocs) scrollToKept();
    isFirst.current = false;
  }, [screen]);
  useWaiting(screen);
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <TopBar />
      <main id="main" tabIndex={-1} ref={main}>
        {callerError !== undefined ? (
          <ErrorBox error={callerError} again={() => void askWho()} />
        ) : caller === undefined ? (
          <Loading />
        ) : (
          <ScreenAt key={screen} />
        )}
      </main>
      <KeysDialog />
      <Notices />
    </>
  );
}
