import type { App } from '../../src/app/app.js';
import type { Projection } from '../../src/projections/projection.js';
import { plainFilter } from './plainFilter.js';
import { saveNote } from './saveNote.js';
import { testApp } from './testApp.js';

/** An app with a number of notes, `note 0` and so on. A page of events is 1000. */
export async function filledApp(notes: number, projections?: readonly Projection[]): Promise<App> {
  const app = await testApp({}, { filter: plainFilter, ...(projections && { projections }) });
  const titles = Array.from({ length: notes }, (_, i) => `note ${i}`);
  for (let i = 0; i < notes; i += 500) {
    await Promise.all(titles.slice(i, i + 500).map((title) => saveNote(app, { title })));
  }
  return app;
}
