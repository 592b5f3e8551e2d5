import { Field } from '../../kit/field.js';
import { FilterInput } from '../../kit/filterInput.js';
import { type SearchQuery, withFilter } from './searchQuery.js';

const FIELDS = [
  ['path', 'File or folder', 'src/a.ts, or src/ for all in it'],
  ['commit', 'Commit', '7 digits or more'],
] as const;

/** What notes are about. */
export function AnchorFields({
  query,
  onChange,
}: {
  query: SearchQuery;
  onChange: (query: SearchQuery) => void;
}) {
  return (
    <fieldset class="facet">
      <legend>About</legend>
      <div class="time-range">
        {FIELDS.map(([name, label, hint]) => (
          <Field key={name} label={label} hint={hint}>
            <FilterInput
              value={query.filters[name] ?? ''}
              onCommit={(text) => onChange(withFilter(query, name, text))}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
