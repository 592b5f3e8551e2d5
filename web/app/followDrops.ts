import { isAdmin } from '../base/caller.js';
import { drawAgain } from '../base/drawAgain.js';
import { keepDropped, takeDropped } from '../base/droppedFile.js';
import { goTo, place } from '../base/place.js';

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
    // On its screen, an import may be under way that nobody is to leave for it.
    if (place.path === '/import') drawAgain();
    else goTo('/import');
    // Who would rather stay drops it later.
    if (place.path !== '/import') takeDropped();
  });
}
