import { useState } from 'preact/hooks';

/** A place to drop a file on, or to choose one. */
export function DropFile({
  label,
  accept,
  onFile,
}: {
  label: string;
  /** Which files are offered to choose from, as an `input` takes it. */
  accept: string;
  onFile: (file: File) => void;
}) {
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  return (
    <label
      class={`drop ${isOver ? 'over' : ''}`}
      onDragOver={(event) => {
        // Otherwise the browser would open the file in place of the page.
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <span>{label}</span>
      <span class="button" aria-hidden="true">
        Choose a file
      </span>
      <input
        class="sr-only"
        type="file"
        accept={accept}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // So that the same file can be chosen again after it was mended.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
