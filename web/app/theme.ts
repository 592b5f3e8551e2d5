import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const NAME = 'theme';

/** How the page looks: as the system wants it, or as the reader chose in this browser. */
export const theme = signal<Theme>(chosen());

function chosen(): Theme {
  try {
    return THEMES.find((one) => one === localStorage.getItem(NAME)) ?? 'system';
  } catch {
    // Browsers may forbid it; then the choice lasts as long as the page.
    return 'system';
  }
}

/** Shows the theme, and keeps the choice. */
export function followTheme(): void {
  effect(() => {
    const { value } = theme;
    document.documentElement.dataset.theme = value;
    try {
      if (value === 'system') localStorage.removeItem(NAME);
      else localStorage.setItem(NAME, value);
    } catch {}
  });
}

/** The next of the three themes. */
export function turnTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
}
