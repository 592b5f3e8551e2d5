import { askWho } from './caller.js';

export interface StreamListener {
  readonly onOpen: () => void;
  readonly onMessage: (data: string) => void;
  readonly onLost?: () => void;
}

/** A browser gives a stream up that is answered with an error, such as by a service that is starting. */
const AGAIN_MS = 3000;

/** Follows a stream of server-sent events; one that breaks off is opened again. Gives what ends it. */
export function followStream(
  url: string,
  { onOpen, onMessage, onLost }: StreamListener,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource;
  const open = () => {
    source = new EventSource(url);
    source.onopen = onOpen;
    source.onmessage = ({ data }: MessageEvent<string>) => onMessage(data);
    source.onerror = () => {
      onLost?.();
      if (source.readyState !== EventSource.CLOSED) return;
      // The login may have ended; then the frame of the page says so.
      void askWho();
      timer = setTimeout(open, AGAIN_MS);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
