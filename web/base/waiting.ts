import { useEffect } from 'preact/hooks';
import { api } from './api.js';
import { mayRead } from './caller.js';
import { drawAgain } from './drawAgain.js';

/** How many notes wait in the inbox, of those that this browser may see; 0 until the vault has said it. */
export let waiting = 0;

/** Asks how many wait. Where the vault does not answer, the last number stays: whoever opens the inbox is told why. */
export async function askWaiting(): Promise<void> {
  if (!mayRead()) return;
  try {
    const params = { query: { limit: 1, content_limit: 1 } };
    const { response } = await api.GET('/api/v1/inbox', { params });
    waiting = Number(response.headers.get('x-total-count')) || 0;
  } catch {
    return;
  }
  drawAgain();
}

/** Asks again on every screen, and when somebody comes back to the page: while nobody does anything, nothing is asked. */
export function useWaiting(screen: string): void {
  const isReader = mayRead();
  useEffect(() => {
    if (!isReader) return;
    void askWaiting();
    const look = () => {
      if (!document.hidden) void askWaiting();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [screen, isReader]);
}
