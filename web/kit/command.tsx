import { CopyButton } from './copyButton.js';

/** A command for a terminal, with a button that copies it. */
export function Command({ text }: { text: string }) {
  return (
    <div class="command-box">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre class="command" tabIndex={0}>
        {text}
      </pre>
      <CopyButton text={text} />
    </div>
  );
}
