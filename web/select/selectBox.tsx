import { withoutHidden } from '../kit/hiddenCharacters.js';

/** The box that chooses a row: `x` while the focus is in the row, and with Shift all rows up to it, as a click does. */
export function SelectBox({
  title,
  isChosen,
  onChoose,
}: {
  title: string;
  isChosen: boolean;
  onChoose: (isChosen: boolean, isRange: boolean) => void;
}) {
  return (
    <input
      type="checkbox"
      aria-label={`Select “${withoutHidden(title)}”`}
      aria-keyshortcuts="x Shift+X"
      checked={isChosen}
      onClick={({ currentTarget, shiftKey }) => onChoose(currentTarget.checked, shiftKey)}
    />
  );
}
