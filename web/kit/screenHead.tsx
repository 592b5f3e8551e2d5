import type { ComponentChildren } from 'preact';

/** The heading of a screen: one `h1`, a line below it, and what can be done. */
export function ScreenHead({
  title,
  children,
  actions,
}: {
  title: ComponentChildren;
  children?: ComponentChildren;
  actions?: ComponentChildren;
}) {
  return (
    <div class="screen-head">
      <div>
        <h1>{title}</h1>
        {children && <p class="hint">{children}</p>}
      </div>
      {actions && <div class="actions">{actions}</div>}
    </div>
  );
}
