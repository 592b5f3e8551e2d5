import { onTestFinished } from 'vitest';
import type { OpenPage, View } from '../../../tools/page/openPage.js';
import type { ShownVault, Who } from './shownVault.js';

/** Opens a page at a place, such as `#/search`, for somebody: by default the owner. It is closed after the test. */
export async function openedAt(
  shown: ShownVault,
  place: string,
  { who = 'owner', ...view }: View & { readonly who?: Who } = {},
): Promise<OpenPage> {
  const open = await shown.open(who, view);
  onTestFinished(() => open.close());
  await open.go(place);
  return open;
}
