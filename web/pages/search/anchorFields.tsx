import { Field } from '../../kit/field.js';
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
            <input
              value={query.filters[name] ?? ''}
              spellcheck={false}
              onChange={({ currentTarget }) =>
                onChange(withFilter(query, name, currentTarget.value.trim()))
              }
            />
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
