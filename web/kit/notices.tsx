import { useState } from 'preact/hooks';

const LASTS_MS = 6000;

interface Notice {
  readonly id: number;
  readonly text: string;
}

/** Changes what is shown. The component gives it, which is there as long as the page. */
let change = (_: (now: readonly Notice[]) => readonly Notice[]) => {};
let last = 0;

/** Says that something was done, at the edge of the page for some seconds. */
export function notify(text: string): void {
  last += 1;
  const id = last;
  change((now) => [...now, { id, text }]);
  setTimeout(() => change((now) => now.filter((one) => one.id !== id)), LASTS_MS);
}

export function Notices() {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  change = setNotices;
  return (
    <div class="notices" role="status">
      {notices.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
