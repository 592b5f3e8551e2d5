import { isAdmin } from '../base/caller.js';
import { keepDropped } from '../base/droppedFile.js';
import { goTo } from '../base/place.js';

/** Imports a file that is dropped anywhere on the page, unless a place of its own takes it. The browser would show it instead. */
export function followDrops(): void {
  addEventListener('dragover', (event) => {
    if (isAdmin() && event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file || event.defaultPrevented || !isAdmin()) return;
    event.preventDefault();
    keepDropped(file);
    goTo('/import');
  });
}
