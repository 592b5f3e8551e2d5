import { useEffect, useRef } from 'preact/hooks';
import { followStream } from './followStream.js';

/** Its messages say when there is something to ask for, so they need no text. */
const STREAM = '/api/v1/observations?content_limit=0';
/** Many notes of an import are news once. */
const TOGETHER_MS = 500;

/**
 * Tells when notes that this browser may see were saved, changed or forgotten, while somebody looks at the page: a browser has
 * few connections to one service for all its pages. Tells also when it listens again, for what was missed until then.
 */
export function useNews(onNews: () => void): void {
  const latest = useRef(onNews);
  latest.current = onNews;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let end: (() => void) | undefined;
    const news = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        latest.current();
      }, TOGETHER_MS);
    };
    // What is shown at first is asked for at the same time.
    let isLate = document.hidden;
    const onOpen = () => {
      if (isLate) news();
      isLate = true;
    };
    const follow = () => {
      end?.();
      end = document.hidden ? undefined : followStream(STREAM, { onOpen, onMessage: news });
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      clearTimeout(timer);
      end?.();
    };
  }, []);
}
