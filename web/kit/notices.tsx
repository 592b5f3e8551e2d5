import { useState } from 'preact/hooks';

const LASTS_MS = 6000;
/** Of one that can be undone. */
const UNDONE_FOR_MS = 15_000;

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly undo: (() => void) | undefined;
}

/** Changes what is shown. The component gives it, which is there as long as the page. */
let change = (_: (now: readonly Notice[]) => readonly Notice[]) => {};
let last = 0;

const remove = (id: number) => change((now) => now.filter((one) => one.id !== id));

/** Says that something was done, at the edge of the page for some seconds; `undo` takes it back. */
export function notify(text: string, undo?: () => unknown): void {
  last += 1;
  const id = last;
  const once = () => {
    remove(id);
    undo?.();
  };
  change((now) => [...now, { id, text, undo: undo && once }]);
  setTimeout(() => remove(id), undo ? UNDONE_FOR_MS : LASTS_MS);
}

export function Notices() {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  change = setNotices;
  return (
    <div class="notices" role="status">
      {notices.map(({ id, text, undo }, i) => (
        <p key={id}>
          {text}
          {undo && (
            <button
              type="button"
              // The key takes back what was just done, so it is that of the newest only.
              aria-keyshortcuts={i === notices.length - 1 ? 'z' : undefined}
              onClick={undo}
            >
              Undo
            </button>
          )}
        </p>
      ))}
    </div>
  );
}
