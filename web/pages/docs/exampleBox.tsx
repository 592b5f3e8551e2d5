import { CopyButton } from '../../kit/copyButton.js';

/** An example that can be copied. */
export function ExampleBox({ label, text }: { label: string; text: string }) {
  return (
    <figure class="example">
      <figcaption>
        <span>{label}</span>
        <CopyButton text={text} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0}>{text}</pre>
    </figure>
  );
}
