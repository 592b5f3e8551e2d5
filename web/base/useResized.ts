import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Tells of an element when it is there, and whenever its size has changed, as by a window that was turned. */
export function useResized(
  place: RefObject<HTMLElement>,
  onSize: (element: HTMLElement) => void,
): void {
  const latest = useRef(onSize);
  latest.current = onSize;
  useEffect(() => {
    const { current: element } = place;
    if (!element) return undefined;
    const tell = () => latest.current(element);
    // The observer waits for the next frame, and a page that is not in view has none.
    tell();
    const observer = new ResizeObserver(tell);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
}
