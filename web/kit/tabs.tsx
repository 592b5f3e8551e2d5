import { useRef } from 'preact/hooks';
import { linkTo } from '../base/place.js';
import { useResized } from '../base/useResized.js';

export interface Tab {
  readonly label: string;
  readonly path: string;
}

/** Parts of a screen, each with its own address. They scroll within themselves, so that the one that is shown is in view. */
export function Tabs({ label, tabs, at }: { label: string; tabs: readonly Tab[]; at: string }) {
  const nav = useRef<HTMLElement>(null);
  const current = useRef<HTMLAnchorElement>(null);
  useResized(nav, (all) => {
    const { offsetLeft = 0, offsetWidth = 0 } = current.current ?? {};
    all.scrollLeft = offsetLeft - all.offsetLeft - (all.clientWidth - offsetWidth) / 2;
  });
  return (
    <nav class="tabs" aria-label={label} ref={nav}>
      {tabs.map((tab) => (
        <a
          key={tab.path}
          ref={tab.path === at ? current : null}
          href={linkTo(tab.path)}
          aria-current={tab.path === at ? 'page' : undefined}
        >
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
