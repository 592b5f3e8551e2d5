import type { RefObject } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { hiddenCharactersOf } from '../../kit/hiddenCharacters.js';
import { beginningExtract, extractOf } from '../../kit/plainExtract.js';
import type { Hit } from './loadHits.js';

/** What a hit shows of its note: every second part matched. */
export function partsOf(hit: Laid): readonly string[] {
  return hit.snippet === undefined ? [beginningExtract(hit)] : extractOf(hit.snippet);
}

type Laid = Pick<Hit, 'snippet' | 'content' | 'content_bytes'>;

/** The extract of a hit as it is laid out: hidden characters are shown by their codes, which take room. */
export function laidOut(hit: Laid): string {
  return hiddenCharactersOf(partsOf(hit).join(''))
    .map((part) => (typeof part === 'string' ? part : ` ${part.code} `))
    .join('');
}

/** Tells of which hits the extract takes one line, in a list as wide as an element. Until that is known, of none. */
export function useOneLine(list: RefObject<HTMLElement>): (hit: Hit) => boolean {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current: element } = list;
    if (!element) return undefined;
    const measure = () => setWidth(element.getBoundingClientRect().width);
    // The observer waits for the next frame, and a page that is not in view has none.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return useMemo(() => {
    const ruler = document.createElement('canvas').getContext('2d');
    const { font } = getComputedStyle(document.body);
    const { fontSize } = getComputedStyle(document.documentElement);
    // Without the padding of a row, and the box that chooses it (`web/style/select.css`).
    const room = width - 3 * Number.parseFloat(fontSize);
    if (ruler) ruler.font = font;
    return (hit) => ruler !== null && ruler.measureText(laidOut(hit)).width <= room;
  }, [width]);
}
