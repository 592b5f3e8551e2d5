import { useMemo, useState } from 'preact/hooks';
import { counted, formatCount } from '../../kit/format.js';
import { UserText } from '../../kit/userText.js';
import { type FacetValue, facetCounts } from './facetCounts.js';
import type { Hit } from './loadHits.js';
import { FACETS, type Facet, nameOf, type SearchQuery, withFilter } from './searchQuery.js';

const SHOWN_VALUES = 7;

/** Values to narrow the search by, with how many of the loaded hits have each. */
export function Facets({
  query,
  hits,
  isAll,
  onChange,
}: {
  query: SearchQuery;
  hits: readonly Hit[];
  /** True when there are no more hits than the loaded ones. */
  isAll: boolean;
  onChange: (query: SearchQuery) => void;
}) {
  const counts = useMemo(() => facetCounts(hits), [hits]);
  return (
    <>
      <p class="hint">
        Counts are of {isAll ? 'all' : 'the first'} {counted(hits.length, 'hit')}
        {isAll ? '.' : '; more are loaded as you scroll.'}
      </p>
      {FACETS.map((facet) => (
        <FacetGroup
          key={facet}
          facet={facet}
          values={counts[facet]}
          chosen={query.filters[facet]}
          onChoose={(value) => onChange(withFilter(query, facet, value))}
        />
      ))}
    </>
  );
}

function FacetGroup({
  facet,
  values,
  chosen,
  onChoose,
}: {
  facet: Facet;
  values: readonly FacetValue[];
  chosen: string | undefined;
  onChoose: (value: string | undefined) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  if (values.length === 0) return null;
  const shown = isOpen ? values : values.slice(0, SHOWN_VALUES);
  return (
    <fieldset class="facet">
      <legend>{nameOf(facet)}</legend>
      {shown.map(({ value, count }) => (
        <button
          key={value}
          type="button"
          class="quiet"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value === chosen ? undefined : value)}
        >
          <span class="facet-value">
            <UserText>{value}</UserText>
          </span>
          <span class="facet-count">{formatCount(count)}</span>
        </button>
      ))}
      {values.length > shown.length && (
        <button type="button" class="quiet hint" onClick={() => setOpen(true)}>
          {formatCount(values.length - shown.length)} more
        </button>
      )}
    </fieldset>
  );
}
