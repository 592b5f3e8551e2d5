import type { View } from '../../../tools/page/openPage.js';

/** A phone and a laptop, each in light and in dark. */
export const VIEWS: readonly Required<Pick<View, 'width' | 'theme'>>[] = [
  { width: 360, theme: 'light' },
  { width: 360, theme: 'dark' },
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
];

/** One of each, for what looks alike in all. */
export const TWO_VIEWS = VIEWS.filter(({ width, theme }) => (width === 360) === (theme === 'dark'));
