import type { ComponentChildren } from 'preact';
import type { Tone } from './tone.js';

/** A short word about a thing, such as its state. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  tone?: Tone;
  children: ComponentChildren;
}) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** The type of a note, each in its own colour. */
export function TypeBadge({ type }: { type: string }) {
  return <span class={`badge type type-${type}`}>{type}</span>;
}
