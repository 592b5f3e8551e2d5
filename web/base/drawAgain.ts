import { useState } from 'preact/hooks';

let draw = () => {};

/** Draws the page again, after its place or its caller changed: components read both while they are drawn. */
export const drawAgain = () => draw();

/** For the component that all others are in, which is there as long as the page. */
export function useDrawAgain(): void {
  const [, set] = useState({});
  draw = () => set({});
}
