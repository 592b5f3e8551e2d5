import type { components } from 'memory-vault-client';
import { useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { counted, formatCount } from '../../kit/format.js';
import { UserText } from '../../kit/userText.js';
import {
  addressOf,
  apiParams,
  FACETS,
  type Facet,
  nameOf,
  type SearchQuery,
  shownValue,
  withFilter,
} from './searchQuery.js';

type Counted = components['schemas']['FacetCounts'][number];

const SHOWN_VALUES = 7;

/** Values to narrow the search by, with how many of all that it finds in this vault have each. */
export function Facets({
  query,
  onChange,
}: {
  query: SearchQuery;
  onChange: (query: SearchQuery) => void;
}) {
  const asked = useAsk(JSON.stringify(addressOf(query)), (signal) => countsOf(query, signal), {
    keep: true,
  });
  return (
    <Asking asked={asked}>
      {({ facets, counted: total, complete }) => (
        <>
          <p class="hint">{countedWords(query, total, complete)}</p>
          {FACETS.map((facet) => (
            <FacetGroup
              key={facet}
              facet={facet}
              values={facet === 'month' ? facets.month.toSorted(lastFirst) : facets[facet]}
              chosen={query.filters[facet]}
              onChoose={(value) => onChange(withFilter(query, facet, value))}
            />
          ))}
        </>
      )}
    </Asking>
  );
}

async function countsOf(query: SearchQuery, signal: AbortSignal) {
  const q = query.q.trim() === '' ? {} : { q: query.q };
  const params = {
    query: { ...q, ...apiParams(query), ...(query.alone && { layers: '0' as const }) },
  };
  return (await api.GET('/api/v1/search/facets', { params, signal })).data;
}

const lastFirst = (one: Counted, other: Counted) => (one.value < other.value ? 1 : -1);

function countedWords({ q, cloud }: SearchQuery, total: number, isComplete: boolean): string {
  const which = total === 1 ? 'the' : isComplete ? 'all' : 'the newest';
  const found = q.trim() === '' ? '' : ` that ${total === 1 ? 'has' : 'have'} these words`;
  return `The counts cover ${which} ${counted(total, 'note')}${cloud ? ' of this vault' : ''}${found}.`;
}

function FacetGroup({
  facet,
  values,
  chosen,
  onChoose,
}: {
  facet: Facet;
  values: readonly Counted[];
  chosen: string | undefined;
  onChoose: (value: string | undefined) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  if (values.length === 0) return null;
  // All spellings of a project are one.
  const keyOf = (value?: string) => (facet === 'project' ? value?.toLowerCase() : value);
  const isChosen = (value: string) => keyOf(value) === keyOf(chosen);
  const shown = isOpen ? values : values.slice(0, SHOWN_VALUES);
  return (
    <fieldset class="facet">
      <legend>{nameOf(facet)}</legend>
      {shown.map(({ value, count }) => (
        <button
          key={value}
          type="button"
          class="quiet"
          aria-pressed={isChosen(value)}
          onClick={() => onChoose(isChosen(value) ? undefined : value)}
        >
          <span class="facet-value">
            <UserText>{shownValue(facet, value)}</UserText>
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
