import { linkTo } from '../base/place.js';

export interface Tab {
  readonly label: string;
  readonly path: string;
}

/** Parts of a screen, each with its own address. Where they do not fit in one line, they take two: all of them are in view. */
export function Tabs({
  label,
  tabs,
  at,
  query,
}: {
  label: string;
  tabs: readonly Tab[];
  at: string;
  /** What all of them keep, such as the project that they show. */
  query?: Readonly<Record<string, string | undefined>>;
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a
          key={tab.path}
          href={linkTo(tab.path, query)}
          aria-current={tab.path === at ? 'page' : undefined}
        >
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
