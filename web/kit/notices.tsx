import { signal } from '@preact/signals';

const LASTS_MS = 6000;

interface Notice {
  readonly id: number;
  readonly text: string;
}

const notices = signal<readonly Notice[]>([]);
let last = 0;

/** Says that something was done, at the edge of the page for some seconds. */
export function notify(text: string): void {
  last += 1;
  const id = last;
  notices.value = [...notices.value, { id, text }];
  setTimeout(() => {
    notices.value = notices.value.filter((one) => one.id !== id);
  }, LASTS_MS);
}

export function Notices() {
  return (
    <div class="notices" role="status">
      {notices.value.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
