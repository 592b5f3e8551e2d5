import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withinBudget } from '../../src/hook/vaultCall.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('work that never settles is answered for when its time is over, and not before', async () => {
  const said = vi.fn();
  void withinBudget(new Promise(() => {}), 300, 'late').then(said);
  await vi.advanceTimersByTimeAsync(299);
  expect(said).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(said).toHaveBeenCalledWith('late');
});

test('work that is done in time answers for itself, and leaves no timer', async () => {
  expect(await withinBudget(Promise.resolve('done'), 300, 'late')).toBe('done');
  const failed = withinBudget(Promise.reject(new Error('broken')), 300, 'late');
  await expect(failed).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
});
