import type { Command } from '@commander-js/extra-typings';
import { shortId, shownLine } from '../terminal/format.js';
import { printDone } from '../terminal/output.js';
import { acting, type VerbOptions, verb } from '../terminal/verb.js';
import { notesWith } from './noteWith.js';

export function pinVerb(program: Command): void {
  verb(program, 'pin <id...>', {
    description: 'put notes first in the context of their project',
    examples: ['pin 80ZGCS1A', 'pin 80ZGCS1A 4V6XN2QB'],
  }).action(setting(true));
}

export function unpinVerb(program: Command): void {
  verb(program, 'unpin <id...>', {
    description: 'unpin notes',
    examples: ['unpin 80ZGCS1A'],
  }).action(setting(false));
}

/** Where one of the notes is missing, nothing is changed. */
const setting = (isPinned: boolean) =>
  acting(async ({ vault, output }, ids: readonly string[], _: VerbOptions) => {
    const path = '/api/v1/observations/{id}/pin';
    for (const { id, title } of await notesWith(vault, ids, 'nothing was changed')) {
      const params = { path: { id } };
      await (isPinned ? vault.PUT(path, { params }) : vault.DELETE(path, { params }));
      const done = isPinned ? 'pinned' : 'not pinned';
      const line = `${done}: ${shortId(id)} ${shownLine(title)}`;
      await printDone(output, line, { id, pinned: isPinned });
    }
  });
