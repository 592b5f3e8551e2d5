import type { RefObject } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { extractOf } from '../../kit/plainExtract.js';
import type { Hit } from './loadHits.js';

/** Tells of which hits the extract takes one line, in a list as wide as an element. Until that is known, of none. */
export function useOneLine(list: RefObject<HTMLElement>): (hit: Hit) => boolean {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!list.current) return undefined;
    const measure = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    measure.observe(list.current);
    return () => measure.disconnect();
  }, []);
  return useMemo(() => {
    const ruler = document.createElement('canvas').getContext('2d');
    const { font } = getComputedStyle(document.body);
    const { fontSize } = getComputedStyle(document.documentElement);
    // Without the padding of a row.
    const room = width - Number.parseFloat(fontSize);
    if (ruler) ruler.font = font;
    return ({ snippet, content }) => {
      const text = extractOf(snippet ?? content).join('');
      return ruler !== null && ruler.measureText(text).width <= room;
    };
  }, [width]);
}
