/** Gives paths one after the other, over and over. */
export function inTurn(paths: readonly string[]): () => { readonly path: string } {
  let n = 0;
  return () => ({ path: paths[n++ % paths.length] ?? '/' });
}
