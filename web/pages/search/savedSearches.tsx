import { useState } from 'preact/hooks';
import { linkTo } from '../../base/place.js';
import { deleteSearch, isSame, savedSearches } from '../../base/savedSearches.js';
import { Button } from '../../kit/button.js';
import { notify } from '../../kit/notices.js';
import { UserText } from '../../kit/userText.js';
import { SaveSearch } from './saveSearch.js';
import { addressOf, type SearchQuery } from './searchQuery.js';

/** How many of them a digit opens. */
const KEYS = 9;

/** The searches that are saved in this browser, and a way to save the one that is shown. */
export function SavedSearches({ query }: { query: SearchQuery }) {
  const [isSaving, setSaving] = useState(false);
  const searches = savedSearches();
  const address = addressOf(query);
  const shown = searches.find((one) => isSame(one, { address }));
  // All notes are no search.
  const isSearch = Object.keys(address).length > 0;
  if (searches.length === 0 && !isSearch) return null;
  return (
    <div class="saved-searches">
      {searches.length > 0 && (
        <ul class="chips" aria-label="Saved searches">
          {searches.map((one, i) => (
            <li key={one.name}>
              <a
                class="chip"
                href={linkTo('/search', one.address)}
                aria-current={one === shown ? 'page' : undefined}
              >
                {i < KEYS && <kbd>{i + 1}</kbd>} <UserText>{one.name}</UserText>
              </a>
              <Button
                kind="quiet"
                label={`Delete the saved search ${one.name}`}
                onClick={() => remove(one.name)}
              >
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isSearch && (
        <Button kind="quiet" shortcut="s" onClick={() => setSaving(true)}>
          {shown ? 'Rename this search…' : 'Save this search…'}
        </Button>
      )}
      {isSaving && <SaveSearch query={query} name={shown?.name} onClose={() => setSaving(false)} />}
    </div>
  );
}

function remove(name: string): void {
  deleteSearch(name);
  // The button that had the focus is gone.
  document.querySelector<HTMLElement>('[data-search]')?.focus();
  notify(`The saved search “${name}” was deleted.`);
}
