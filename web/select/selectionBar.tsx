import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../kit/button.js';
import { formatCount } from '../kit/format.js';
import { notify } from '../kit/notices.js';
import { whyNot } from '../kit/whyNot.js';
import { pinNotes } from './deeds.js';
import { ForgetChosen } from './forgetChosen.js';
import { SupersedeNotes } from './supersedeNotes.js';
import { TagNotes } from './tagNotes.js';
import type { Selection } from './useSelection.js';

/** What is shown of a note that is chosen. */
export interface ChosenNote {
  readonly id: string;
  readonly title: string;
  readonly pinned?: boolean | undefined;
}

/** What to do with the rows of a list that are chosen. It stays in view while the list scrolls. */
export function SelectionBar({
  selection,
  notes,
  onChange,
}: {
  selection: Selection;
  /** Those that are chosen. */
  notes: readonly ChosenNote[];
  /** Called after a deed: the list is not as it was. */
  onChange: () => void;
}) {
  const [asking, setAsking] = useState<'tag' | 'supersede' | 'forget'>();
  const ids = notes.map(({ id }) => id);
  const isPinned = notes.every(({ pinned }) => pinned === true);
  const close = () => setAsking(undefined);
  const done = () => {
    selection.chooseAll(false);
    onChange();
  };
  const pin = async () => {
    try {
      await pinNotes(ids, !isPinned, done);
    } catch (error) {
      notify(`Nothing was changed: ${whyNot(error)}`);
    }
  };
  return (
    <>
      <ChosenBar selection={selection}>
        <Button shortcut="Shift+T" onClick={() => setAsking('tag')}>
          Tag…
        </Button>
        <Button shortcut="Shift+P" onClick={pin}>
          {isPinned ? 'Unpin' : 'Pin'}
        </Button>
        <Button
          shortcut="Shift+S"
          onClick={() => setAsking('supersede')}
          disabled={notes.length < 2}
        >
          Supersede…
        </Button>
        <Button kind="danger" shortcut="Shift+F" onClick={() => setAsking('forget')}>
          Forget…
        </Button>
      </ChosenBar>
      {asking === 'tag' && <TagNotes ids={ids} onChange={done} onClose={close} />}
      {asking === 'supersede' && <SupersedeNotes ids={ids} onChange={done} onClose={close} />}
      {asking === 'forget' && <ForgetChosen notes={notes} onChange={done} onClose={close} />}
    </>
  );
}

/** The box that chooses all rows, and as soon as one is chosen, what can be done. */
function ChosenBar({
  selection: { chosen, isAll, chooseAll },
  children,
}: {
  selection: Selection;
  children: ComponentChildren;
}) {
  const isAny = chosen.length > 0;
  return (
    <div class={isAny ? 'chosen-bar some' : 'chosen-bar'}>
      <label class="check">
        <input
          type="checkbox"
          checked={isAll}
          indeterminate={isAny && !isAll}
          aria-keyshortcuts="Shift+X"
          onChange={({ currentTarget }) => chooseAll(currentTarget.checked)}
        />
        {isAny ? `${formatCount(chosen.length)} selected` : 'Select all shown'}
      </label>
      {isAny && <div class="actions">{children}</div>}
    </div>
  );
}
