import { Button } from '../../../kit/button.js';
import { formatCount } from '../../../kit/format.js';

/** Chooses all that is shown, and decides about what is chosen. It stays in view while the list scrolls. */
export function InboxBar({
  isAll,
  chosen,
  onAll,
  onAccept,
  onTag,
  onRefuse,
}: {
  isAll: boolean;
  /** How many are chosen. */
  chosen: number;
  onAll: (isChosen: boolean) => void;
  onAccept: () => Promise<unknown>;
  onTag: () => void;
  onRefuse: () => void;
}) {
  const many = chosen > 0 ? ` ${formatCount(chosen)}` : '';
  return (
    <div class="inbox-bar">
      <label class="check">
        <input
          type="checkbox"
          checked={isAll}
          indeterminate={chosen > 0 && !isAll}
          aria-keyshortcuts="Shift+X"
          onChange={({ currentTarget }) => onAll(currentTarget.checked)}
        />
        Select all shown
      </label>
      <div class="actions">
        <Button kind="primary" shortcut="Shift+A" onClick={onAccept} disabled={chosen === 0}>
          Accept{many}
        </Button>
        <Button shortcut="Shift+T" onClick={onTag} disabled={chosen === 0}>
          Tag{many}…
        </Button>
        <Button shortcut="Shift+R" onClick={onRefuse} disabled={chosen === 0}>
          Refuse{many}
        </Button>
      </div>
    </div>
  );
}
