import type { ComponentType } from 'preact';
import type { ScreenProps } from '../base/screenProps.js';

type Screen = ComponentType<ScreenProps>;

/** A screen and where it is (`routes.ts`). */
export interface PageRoute {
  /** Parts in braces stand for one part each, percent-encoded. */
  readonly path: string;
  readonly title: string;
  /** Who sees it: everybody, whoever may read notes, or the owner and admins. */
  readonly who: 'everybody' | 'reader' | 'admin';
  /** True where the navigation leads to it. */
  readonly inNavigation?: true;
  /** Gives the screen. Its file is loaded when a screen of it is first shown. */
  readonly load: () => Promise<Screen>;
}
