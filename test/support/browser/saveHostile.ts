import type { PageVault } from '../../../tools/page/pageVault.js';
import type { HostileNote } from '../hostile/hostileNote.js';
import { wordOf } from '../hostile/hostileNotes.js';

const TITLE = 100;

/** Saves hostile notes, each with a revision, proposes each again, and puts their texts in all other places. Gives the ids of the notes. */
export async function saveHostile(
  vault: PageVault,
  notes: readonly HostileNote[],
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [at, { what, title = what, content, tags = [], project, author }] of notes.entries()) {
    const word = wordOf(at);
    const start = [...title].slice(0, TITLE - word.length - 1).join('');
    // A path has no backslash, and none that leads upwards.
    const path = `src/${start.replaceAll(/[\\/]/g, ' ')}.ts`;
    const anchors = [{ path, symbol: start, branch: start }, { path: `src/${'long'.repeat(200)}` }];
    const names = { tags, project, author, anchors };
    const note = { title: `${start} ${word}`, content, type: 'learning', ...names };
    const first = { ...note, content: `Before: ${content.slice(0, content.length / 2)}` };
    // Half of a letter is no text.
    const { id } = await vault.ask<{ id: string }>('POST', '/api/v1/observations', {
      ...first,
      content: first.content.toWellFormed(),
    });
    await vault.ask('PATCH', `/api/v1/observations/${id}`, {
      content,
      anchors: anchors.slice(0, 1),
    });
    await vault.ask('POST', '/api/v1/observations', { ...note, state: 'proposed' });
    ids.push(id);
    if (content.length > 10_000) continue;
    const of = project ?? 'hostile';
    await vault.ask('POST', '/api/v1/prompts', { name: `${start} ${word}`, content, tags });
    await vault.ask('PUT', `/api/v1/openspec/${encodeURIComponent(of)}`, { content });
    const session = { project: of, agent: title, goal: content };
    const { id: started } = await vault.ask<{ id: string }>('POST', '/api/v1/sessions', session);
    await vault.ask('PUT', `/api/v1/sessions/${started}`, { summary: content });
  }
  return ids;
}
