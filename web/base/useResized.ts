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
    const observer = new ResizeObserver(() => latest.current(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
}
