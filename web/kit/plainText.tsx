/** A text with its line breaks, as it was saved. */
export function PlainText({ text }: { text: string }) {
  return (
    <div class="plain-text" dir="auto">
      {text}
    </div>
  );
}
