import { Facts } from '../../kit/facts.js';
import { counted, countedKind, formatCount, shortId } from '../../kit/format.js';
import { readReceipt } from './readReceipt.js';

/** The receipt of a forgetting in words: what went, without the name of the project or person. */
export function Receipt({ data }: { data: unknown }) {
  const receipt = readReceipt(data);
  if (!receipt) return null;
  const { id, of, ids, matched, positions, mentions } = receipt;
  const erased = positions.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  return (
    <>
      <h3>Receipt</h3>
      <Facts
        facts={[
          ['Receipt', <code>{id}</code>],
          [
            'Forgotten',
            of === 'notes' ? 'selected notes' : `a ${of}, which the receipt does not name`,
          ],
          [
            'Ids',
            ids.length > 0 &&
              `${ids.slice(0, MOST).map(shortId).join(', ')}${ids.length > MOST ? ' …' : ''}`,
          ],
          ['With it', matched.map(([kind, count]) => countedKind(count, kind)).join(', ')],
          [
            'Events',
            `${counted(erased, 'event')} erased: ${positions.slice(0, MOST).map(rangeText).join(', ')}${positions.length > MOST ? ' …' : ''}`,
          ],
          [
            'Mentions',
            mentions > 0 && `${counted(mentions, 'text')} of others still name the person`,
          ],
        ]}
      />
    </>
  );
}

/** Of the ids and the ranges of positions, those that are shown; the data below has all. */
const MOST = 20;

const rangeText = ([from, to]: readonly [number, number]) =>
  from === to ? formatCount(from) : `${formatCount(from)}–${formatCount(to)}`;
