import type { ComponentChildren } from 'preact';

/** Says that there is nothing, and what to do next. */
export function EmptyState({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children && <div>{children}</div>}
    </div>
  );
}
