import { Field } from '../../kit/field.js';
import { localInputOf } from './localInput.js';
import { type SearchQuery, withFilter } from './searchQuery.js';

/** When notes were made, and as of when the vault is shown. */
export function TimeControls({
  query,
  onChange,
}: {
  query: SearchQuery;
  onChange: (query: SearchQuery) => void;
}) {
  const { from, to } = query.filters;
  return (
    <>
      <fieldset class="facet">
        <legend>Created</legend>
        <div class="time-range">
          <Field label="From">
            <input
              type="date"
              value={from ?? ''}
              max={to}
              onChange={({ currentTarget }) =>
                onChange(withFilter(query, 'from', currentTarget.value))
              }
            />
          </Field>
          <Field label="Until">
            <input
              type="date"
              value={to ?? ''}
              min={from}
              onChange={({ currentTarget }) =>
                onChange(withFilter(query, 'to', currentTarget.value))
              }
            />
          </Field>
        </div>
      </fieldset>
      <fieldset class="facet">
        <legend>As it was known</legend>
        <Field
          label="Moment"
          hint="Shows the vault as it was at this moment: with older revisions, without later notes."
        >
          <input
            type="datetime-local"
            step={1}
            value={localInputOf(query.asOf)}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...query, asOf: value ? new Date(value).toISOString() : undefined })
            }
          />
        </Field>
      </fieldset>
    </>
  );
}
