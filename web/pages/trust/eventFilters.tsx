import { goTo } from '../../base/place.js';
import { Field } from '../../kit/field.js';
import { FilterInput } from '../../kit/filterInput.js';
import { EVENT_GROUPS } from './eventWords.js';

/** What is chosen: one type, all of a group (with commas between), or all events. */
export interface Chosen {
  readonly type: string;
  readonly stream: string;
}

/** Selects by type and stream. The choice is in the address, so that it can be kept and sent. */
export function EventFilters({ type, stream }: Chosen) {
  const choose = (next: Partial<Chosen>) =>
    goTo('/trust', { type, stream, ...next }, { replace: true });
  return (
    <form class="event-filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <Field label="Type">
        <select
          value={type}
          onChange={({ currentTarget }) => choose({ type: currentTarget.value })}
        >
          <option value="">All events</option>
          {Object.entries(EVENT_GROUPS).map(([group, types]) => (
            <optgroup key={group} label={group}>
              {Object.keys(types).length > 1 && (
                <option value={Object.keys(types).join()}>All: {group.toLowerCase()}</option>
              )}
              {Object.entries(types).map(([one, { words }]) => (
                <option key={one} value={one}>
                  {words}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </Field>
      <Field label="Stream">
        <FilterInput
          type="search"
          value={stream}
          placeholder="observation/01KA5ZJ3M4T6V8X0Y2Z4A6C8E0"
          onCommit={(text) => choose({ stream: text })}
        />
      </Field>
    </form>
  );
}
