/** A time of the log in the reader's time zone, as `2026-11-20 09:30:00`: of one length, so that columns line up. */
export function stamp(at: string): string {
  const then = new Date(at);
  const two = (n: number) => String(n).padStart(2, '0');
  const day = [then.getFullYear(), two(then.getMonth() + 1), two(then.getDate())].join('-');
  return `${day} ${[then.getHours(), then.getMinutes(), then.getSeconds()].map(two).join(':')}`;
}
