import { linkTo } from '../base/place.js';

export interface Tab {
  readonly label: string;
  readonly path: string;
}

/** Parts of a screen, each with its own address. Where they do not fit in one line, they take two: all of them are in view. */
export function Tabs({ label, tabs, at }: { label: string; tabs: readonly Tab[]; at: string }) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a
          key={tab.path}
          href={linkTo(tab.path)}
          aria-current={tab.path === at ? 'page' : undefined}
        >
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
