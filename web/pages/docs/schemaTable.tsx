import { InlineText } from './inlineText.js';
import type { SchemaRow } from './schemaRows.js';

/** Members of a schema, or parameters: name, type, and what they mean. */
export function SchemaTable({ label, rows }: { label: string; rows: readonly SchemaRow[] }) {
  return (
    <table class="schema" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.path}>
            <td class={`schema-name depth-${Math.min(row.depth, 5)}`}>
              {row.name && <code>{row.name}</code>}
              {row.isRequired && <span class="schema-required"> required</span>}
            </td>
            <td class="schema-type">{row.type}</td>
            <td>
              {row.description && (
                <p>
                  <InlineText text={row.description} />
                </p>
              )}
              {row.values.length > 0 && (
                <p class="schema-values">
                  {row.values.map((value) => (
                    <code key={value}>{value}</code>
                  ))}
                </p>
              )}
              {row.limits.length > 0 && <p class="hint">{row.limits.join(' · ')}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
