import type { ComponentChildren } from 'preact';
import { ShownText } from './shownText.js';

/**
 * Text that somebody saved, within a line. It is isolated, so that its direction of writing turns nothing around it. Control
 * characters in it are shown.
 */
export function UserText({ children }: { children: ComponentChildren }) {
  return <bdi>{typeof children === 'string' ? <ShownText text={children} /> : children}</bdi>;
}
