import type { ComponentChildren } from 'preact';

/**
 * Text that somebody saved, within a line. It is isolated, so that its direction of writing, or a control character in it,
 * turns nothing around it.
 */
export function UserText({ children }: { children: ComponentChildren }) {
  return <bdi>{children}</bdi>;
}
