import { useState } from 'preact/hooks';
import { Button } from './button.js';
import { notify } from './notices.js';

/** Copies a text. Browsers allow it on localhost and over HTTPS; elsewhere it says so. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      notify(
        'The browser does not allow this button to copy. Select the text and copy it yourself.',
      );
    }
  };
  return <Button onClick={copy}>{copied ? 'Copied' : label}</Button>;
}
