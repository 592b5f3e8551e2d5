import { api } from '../base/api.js';

/** Whether this vault exchanges notes with a hive, so that it can be searched as well. */
export async function hasHive(signal: AbortSignal): Promise<boolean> {
  const { data } = await api.GET('/api/v1/hive/status', { signal });
  return data.state !== 'disabled';
}
