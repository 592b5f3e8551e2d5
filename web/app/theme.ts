import { useLayoutEffect, useState } from 'preact/hooks';

export type Theme = 'system' | 'light' | 'dark';
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const NAME = 'theme';

function chosen(): Theme {
  try {
    return THEMES.find((one) => one === localStorage.getItem(NAME)) ?? 'system';
  } catch {
    // Browsers may forbid it; then the choice lasts as long as the page.
    return 'system';
  }
}

/** How the page looks: as the system wants it, or as the reader chose in this browser. The second goes to the next theme. */
export function useTheme(): readonly [Theme, () => void] {
  const [theme, setTheme] = useState(chosen);
  // Before the browser paints: the page never appears in another theme.
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
    try {
      if (theme === 'system') localStorage.removeItem(NAME);
      else localStorage.setItem(NAME, theme);
    } catch {}
  }, [theme]);
  return [theme, () => setTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system')];
}
