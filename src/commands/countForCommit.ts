/** More commands, or more UTF-16 units of text in them, would make one commit long: nothing interrupts it. */
const COMMIT = { commands: 256, text: 1024 * 1024 };

/** How many of the commands that wait fit into one commit: at least one, however large. `size` is in UTF-16 units. */
export function countForCommit(queue: readonly { readonly size: number }[]): number {
  let text = 0;
  const tooMuch = queue.findIndex(({ size }, i) => {
    text += size;
    return i === COMMIT.commands || (i > 0 && text > COMMIT.text);
  });
  return tooMuch < 0 ? queue.length : tooMuch;
}
