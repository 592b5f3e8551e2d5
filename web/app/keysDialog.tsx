import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../kit/dialog.js';
import { followKeys, KEYS } from './keys.js';

/** Follows the keys of the page, and shows what they do. */
export function KeysDialog() {
  const [isShown, setShown] = useState(false);
  useEffect(() => followKeys(() => setShown(true)), []);
  if (!isShown) return null;
  return (
    <Dialog title="Keys" onClose={() => setShown(false)}>
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
