import { useMemo, useRef, useState } from 'preact/hooks';
import { goTo, linkTo } from '../../base/place.js';
import type { ScreenProps } from '../../base/screenProps.js';
import { useAsk } from '../../base/useAsk.js';
import { AsOfBanner } from '../../kit/asOfBanner.js';
import { ErrorBox } from '../../kit/errorBox.js';
import { counted, formatMs } from '../../kit/format.js';
import { hasHive } from '../../kit/hasHive.js';
import { Loading } from '../../kit/loading.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { VirtualList } from '../../kit/virtualList.js';
import { SelectBox } from '../../select/selectBox.js';
import { SelectionBar } from '../../select/selectionBar.js';
import { useSelection } from '../../select/useSelection.js';
import { AnchorFields } from './anchorFields.js';
import { ChosenChips } from './chosenChips.js';
import { Facets } from './facets.js';
import { HitRow } from './hitRow.js';
import type { Hit } from './loadHits.js';
import { NoHits } from './noHits.js';
import { correctionsOf, hintedProjects, readingInWords } from './readingInWords.js';
import { SavedSearches } from './savedSearches.js';
import { SearchField } from './searchField.js';
import { addressOf, type SearchQuery, searchQueryOf } from './searchQuery.js';
import { TimeControls } from './timeControls.js';
import { useHits } from './useHits.js';
import { useOneLine } from './useOneLine.js';
import { walkRows } from './walkRows.js';

/** In rem: a line of head and foot each, and one of the extract; what a second one and the reason take. */
const ROW = 5.75;
const LINE = 1.5;
const REASON = 1.5;

/** Search as somebody types; without words, the newest notes. The address says all of it. */
export default function SearchScreen({ query: address }: ScreenProps) {
  const query = searchQueryOf(address);
  const found = useHits(query);
  const hive = useAsk('hive', hasHive);
  const [isExplained, setExplained] = useState(false);
  // What nobody sees is not counted.
  const [isNarrowOpen, setNarrowOpen] = useState(matchMedia('(min-width: 62rem)').matches);
  const rem = useRef(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);
  const change = (changed: SearchQuery) => goTo('/search', addressOf(changed));
  const { first, hits, hasMore } = found;
  const page = first.value;
  const list = useRef<HTMLElement>(null);
  const isOneLine = useOneLine(list);
  const rowHeight = useMemo(
    () => (hit: Hit) =>
      rem.current * (ROW + (isOneLine(hit) ? 0 : LINE) + (isExplained ? REASON : 0)),
    [isOneLine, isExplained],
  );
  // A note of another vault is changed there.
  const own = hits.filter(({ source }) => source !== 'hive');
  const selection = useSelection(own.map(({ id }) => id));
  const maySelect = query.asOf === undefined;
  const hasWords = query.q.trim() !== '';
  const reading =
    page && hits.length > 0
      ? readingInWords(page.reading, query.q, correctionsOf(page.hits))
      : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys go between the field and the list.
    <div class="search-screen" onKeyDown={walkRows}>
      <ScreenHead title="Search" />
      <SearchField
        q={query.q}
        onSearch={(q) => goTo('/search', addressOf({ ...query, q }), { replace: true })}
      />
      {query.asOf !== undefined && (
        <AsOfBanner
          asOf={query.asOf}
          now={linkTo('/search', addressOf({ ...query, asOf: undefined }))}
        />
      )}
      <SavedSearches query={query} />
      <ChosenChips query={query} onChange={change} />
      <div class="with-side">
        <section ref={list} aria-label="Hits" aria-busy={first.state === 'asking'}>
          {first.state === 'failed' && <ErrorBox error={first.error} again={first.again} />}
          {!page && first.state === 'asking' && <Loading label="Searching" />}
          {page && first.state !== 'failed' && (
            <>
              <div class="hits-head">
                <p class="hint" role="status">
                  {hasWords ? counted(hits.length, 'hit') : counted(hits.length, 'note')}
                  {hasMore && ' so far'}
                  {hasWords && ` in ${formatMs(page.took)}`}
                  {!hasWords && hits.length > 0 && ', the newest first'}.{reading && ` ${reading}`}
                  {page.isHiveMissing &&
                    ' The hive did not answer: you see only hits of this vault.'}
                </p>
                {hasWords && hits.length > 0 && (
                  <button
                    type="button"
                    class="quiet"
                    aria-pressed={isExplained}
                    onClick={() => setExplained(!isExplained)}
                  >
                    Why this order?
                  </button>
                )}
              </div>
              {hits.length === 0 ? (
                <NoHits query={query} projects={hintedProjects(page.hint)} />
              ) : (
                <div class={first.state === 'asking' ? 'search-hits former' : 'search-hits'}>
                  <VirtualList
                    label="Hits"
                    rows={hits}
                    keyOf={({ id }) => id}
                    rowHeight={rowHeight}
                    onNearEnd={found.mayLoad ? found.more : undefined}
                  >
                    {(hit) => (
                      <div class="selectable">
                        {maySelect && hit.source !== 'hive' ? (
                          <SelectBox
                            title={hit.title}
                            isChosen={selection.has(hit.id)}
                            onChoose={(...how) => selection.choose(hit.id, ...how)}
                          />
                        ) : (
                          <span />
                        )}
                        <HitRow
                          hit={hit}
                          asOf={query.asOf}
                          isOneLine={isOneLine(hit)}
                          isExplained={isExplained}
                        />
                      </div>
                    )}
                  </VirtualList>
                </div>
              )}
              {maySelect && own.length > 0 && (
                <SelectionBar
                  selection={selection}
                  notes={own.filter(({ id }) => selection.has(id))}
                  onChange={first.again}
                />
              )}
              {found.isLoadingMore && <p class="hint">Loading more…</p>}
              {found.error !== undefined && <ErrorBox error={found.error} again={found.more} />}
            </>
          )}
        </section>
        <details
          class="narrow card"
          open={isNarrowOpen}
          onToggle={({ currentTarget }) => setNarrowOpen(currentTarget.open)}
        >
          <summary>Narrow the search</summary>
          {hive.value && (
            <label class="switch">
              <input
                type="checkbox"
                checked={query.cloud}
                disabled={query.asOf !== undefined}
                onChange={({ currentTarget }) => change({ ...query, cloud: currentTarget.checked })}
              />
              Search the hive as well
            </label>
          )}
          {hasWords && query.filters.project && (
            <label class="switch">
              <input
                type="checkbox"
                checked={query.alone}
                onChange={({ currentTarget }) => change({ ...query, alone: currentTarget.checked })}
              />
              Search only this project
            </label>
          )}
          {isNarrowOpen && hits.length > 0 && first.state !== 'failed' && (
            <Facets query={query} onChange={change} />
          )}
          <AnchorFields query={query} onChange={change} />
          <TimeControls query={query} onChange={change} />
        </details>
      </div>
    </div>
  );
}
