import { useEffect, useState } from 'preact/hooks';

const NARROW = matchMedia('(max-width: 44rem)');

/** Whether the window is narrow, as `trust.css` has it: rows of a virtual list need to know their height. */
export function useIsNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(NARROW.matches);
  useEffect(() => {
    const look = () => setNarrow(NARROW.matches);
    NARROW.addEventListener('change', look);
    return () => NARROW.removeEventListener('change', look);
  }, []);
  return isNarrow;
}
