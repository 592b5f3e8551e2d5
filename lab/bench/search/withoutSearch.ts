import type { VaultEvent } from '../../../src/events/vaultEvent.js';
import type { Projection, View } from '../../../src/projections/projection.js';

/**
 * The same projections without search: they skip statements that write a full-text table or a table named `search…`,
 * and work for search at the end of a transaction.
 */
export function withoutSearch(projections: readonly Projection[]): readonly Projection[] {
  const tables = projections.flatMap((projection) => Object.entries(projection.tables));
  const names = tables
    .filter(([name, ddl]) => name.startsWith('search') || /USING\s+fts5\s*\(/i.test(ddl))
    .map(([name]) => name);
  if (names.length === 0) throw new Error('no read model has a full-text table');
  const forSearch = new RegExp(`\\b(${names.join('|')})\\b`);
  const known = new Map<string, boolean>();
  const leavesOut = (sql: string) => {
    const leaves = known.get(sql) ?? forSearch.test(sql);
    known.set(sql, leaves);
    return leaves;
  };
  const quiet = (view: View): View => ({
    ...view,
    run: (sql, params) => (leavesOut(sql) ? undefined : view.run(sql, params)),
  });
  return projections.map(({ beforeCommit: _, ...projection }) => {
    const handlers = Object.entries(projection.handlers).map(([type, handler]) => {
      // The cast is safe: each handler stays under the key of its type, which the compiler cannot follow over a union.
      const apply = handler as (view: View, event: VaultEvent) => void;
      return [type, (view: View, event: VaultEvent) => apply(quiet(view), event)];
    });
    // The cast is safe for the same reason.
    return { ...projection, handlers: Object.fromEntries(handlers) as Projection['handlers'] };
  });
}
