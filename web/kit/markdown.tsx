import { useEffect, useState } from 'preact/hooks';
import type { MarkdownText } from '../markdown/markdownText.js';
import { PlainText } from './plainText.js';

let loaded: typeof MarkdownText | undefined;

/**
 * A text that somebody saved, as a safe subset of Markdown; HTML in it is text. `below` is the level of the heading above it:
 * its own are below that. It shows plain until the code for it is there, and where it is too long or nested too deep.
 */
export function Markdown({ text, below = 2 }: { text: string; below?: number }) {
  const [Shown, setShown] = useState(() => loaded);
  useEffect(() => {
    if (loaded) return;
    import('../markdown/markdownText.js').then(
      (file) => {
        loaded = file.MarkdownText;
        setShown(() => loaded);
      },
      // The text can be read as it is.
      () => {},
    );
  }, []);
  return Shown ? <Shown text={text} below={below} /> : <PlainText text={text} />;
}
