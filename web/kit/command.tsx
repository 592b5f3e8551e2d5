import { CopyButton } from './copyButton.js';

/** A command for a terminal, with a button that copies it. */
export function Command({ text }: { text: string }) {
  return (
    <div class="command-box">
      <pre class="command">{text}</pre>
      <CopyButton text={text} />
    </div>
  );
}
