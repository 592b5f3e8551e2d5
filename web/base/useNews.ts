import { useEffect, useRef } from 'preact/hooks';
import { api } from './api.js';
import { isAdmin } from './caller.js';

/** Many notes of an import are news once. */
const TOGETHER_MS = 500;
/** How often those look who may not follow the log. */
const LOOK_MS = 5000;

/**
 * Tells when notes were saved, changed or forgotten: the owner and admins follow the log; others ask now and then which note is
 * the newest, while they see the page. `newest` is the id of that which is shown.
 */
export function useNews(newest: string | undefined, onNews: () => void): void {
  const latest = useRef({ newest, onNews });
  latest.current = { newest, onNews };
  const follows = isAdmin.value;
  useEffect(() => {
    const gone = new AbortController();
    const start = follows ? followLog : lookOften;
    start(() => latest.current, gone.signal).catch(() => {
      // Without news, the page shows what it showed.
    });
    return () => gone.abort();
  }, [follows]);
}

type Latest = () => { readonly newest: string | undefined; readonly onNews: () => void };

async function followLog(latest: Latest, signal: AbortSignal): Promise<void> {
  const { data } = await api.GET('/admin/log', { signal });
  if (signal.aborted) return;
  const source = new EventSource(`/admin/events?after=${data.head}`);
  let timer: ReturnType<typeof setTimeout> | undefined;
  source.onmessage = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      latest().onNews();
    }, TOGETHER_MS);
  };
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    source.close();
  });
}

async function lookOften(latest: Latest, signal: AbortSignal): Promise<void> {
  const params = { query: { limit: 1, content_limit: 0 } };
  const look = async () => {
    if (document.hidden) return;
    const { data } = await api.GET('/api/v1/observations', { params, signal });
    const [first] = Array.isArray(data) ? data : data.observations;
    if (first?.id !== latest().newest) latest().onNews();
  };
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
}
