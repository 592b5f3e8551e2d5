import { UserText } from '../../kit/userText.js';
import { chosenOf, nameOf, type SearchQuery, shownValue, withFilter } from './searchQuery.js';

/** What was chosen, each with a cross that takes it away. */
export function ChosenChips({
  query,
  onChange,
}: {
  query: SearchQuery;
  onChange: (query: SearchQuery) => void;
}) {
  const chosen = chosenOf(query);
  if (chosen.length === 0) return null;
  return (
    <ul class="chips" aria-label="Chosen filters">
      {chosen.map(([name, value]) => (
        <li key={name}>
          <button
            type="button"
            class="chip"
            title={`Remove: ${nameOf(name)}`}
            onClick={() => onChange(withFilter(query, name, undefined))}
          >
            {nameOf(name)}: <UserText>{shownValue(name, value)}</UserText>{' '}
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
      {chosen.length > 1 && (
        <li>
          <button type="button" class="quiet" onClick={() => onChange({ ...query, filters: {} })}>
            Remove all
          </button>
        </li>
      )}
    </ul>
  );
}
