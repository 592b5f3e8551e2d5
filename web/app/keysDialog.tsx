import { Dialog } from '../kit/dialog.js';
import { areKeysShown, KEYS } from './keys.js';

/** What the keys do. */
export function KeysDialog() {
  if (!areKeysShown.value) return null;
  return (
    <Dialog
      title="Keys"
      onClose={() => {
        areKeysShown.value = false;
      }}
    >
      <dl class="keys">
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
