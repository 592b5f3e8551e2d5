/** Counts the turns of the event loop that others have while `work` goes on. */
export async function countTurns<T>(work: () => Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0;
  let next: NodeJS.Immediate;
  const tick = () => {
    turns += 1;
    next = setImmediate(tick);
  };
  next = setImmediate(tick);
  try {
    return { result: await work(), turns };
  } finally {
    clearImmediate(next);
  }
}
