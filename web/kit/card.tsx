import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** A part of a screen with a heading. */
export function Card({
  title,
  actions,
  children,
}: {
  title: string;
  /** Stands beside the heading. */
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  const label = useId();
  return (
    <section class="card" aria-labelledby={label}>
      <div class="card-head">
        <h2 id={label}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
