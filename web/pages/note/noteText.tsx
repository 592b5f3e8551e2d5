import { useState } from 'preact/hooks';
import { Card } from '../../kit/card.js';
import { CopyButton } from '../../kit/copyButton.js';
import { Markdown } from '../../kit/markdown.js';
import { PlainText } from '../../kit/plainText.js';

/** The text of a note, as Markdown or as it was saved. */
export function NoteText({ text }: { text: string }) {
  const [isRaw, setRaw] = useState(false);
  return (
    <Card
      title="Text"
      actions={
        <div class="actions">
          <button type="button" class="quiet" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
            As saved
          </button>
          <CopyButton text={text} />
        </div>
      }
    >
      {isRaw ? (
        <div class="raw-text">
          <PlainText text={text} />
        </div>
      ) : (
        <Markdown text={text} />
      )}
    </Card>
  );
}
