import type { Pages } from '../../../base/usePages.js';
import { Button } from '../../../kit/button.js';

/** Asks for the next page of a list whose rows differ too much in height to come by themselves. */
export function More<T>({ pages: { state, isWhole, more } }: { pages: Pages<T> }) {
  if (isWhole || state !== 'there') return null;
  return (
    <div>
      <Button onClick={more}>Show more</Button>
    </div>
  );
}
