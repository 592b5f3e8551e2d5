/** What `work` gives, or `late` when it has not settled within `ms` milliseconds. The work is not stopped: the process is. */
export async function withinBudget<T>(work: Promise<T>, ms: number, late: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late), ms);
  });
  try {
    return await Promise.race([work, isLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Why a part of a hook that was bounded so has no result. */
export const LATE = 'the vault did not answer in time';
