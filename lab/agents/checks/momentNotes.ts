import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchorOf } from '../../../src/checkout/anchorFile.js';
import { PROJECT } from '../home.js';
import type { Step } from '../toolRun.js';
import type { World } from '../world.js';

/** What the project's notes say of what an agent does there. */
export const TITLES = {
  till: 'The till rounds to whole cents',
  vat: 'The rate of VAT is that of the day of the order',
  migrate: 'Stop the shop before its tables are migrated',
  error: 'The shadow database needs SHADOW_URL',
} as const;

const BODIES = {
  migrate: 'Orders were lost in May: `npm run db:migrate` locks them for a minute.',
  error:
    'At 14:02:11 `Error: P3014: Prisma Migrate could not create the shadow database /home/bob/7.db (pid 812)`: the variable was missing.',
} as const;

const KEY = 'notes-at-actions';

/** Makes the files of the project as they were, and saves notes about them unless they are there. */
export async function readyProject({ home, vault }: World): Promise<void> {
  home.reset();
  const till = anchorOf(home.project, 'src/till.ts:31-33', home.project);
  const save = async (name: keyof typeof TITLES, content: string, anchors: object[] = []) => {
    const title = TITLES[name];
    const body = { project: PROJECT, type: 'bugfix' as const, title, content, anchors };
    const header = { 'Idempotency-Key': `${KEY}-${name}` };
    await vault().POST('/api/v1/observations', { body, params: { header } });
  };
  await save('till', 'Else the bank refuses the charge.', [till]);
  await save('vat', 'Not of the day of the payment.', [{ path: 'src/vat.ts' }]);
  await save('migrate', BODIES.migrate);
  await save('error', BODIES.error);
}

/** Has the project say something in its `.memory-vault.json` during some work. */
export async function saying<T>({ home }: World, said: object, work: () => Promise<T>): Promise<T> {
  const file = join(home.project, '.memory-vault.json');
  writeFileSync(file, `${JSON.stringify(said)}\n`);
  try {
    return await work();
  } finally {
    rmSync(file);
  }
}

/** A line that a note is about, and what somebody else makes of it. */
export const ROUNDED = 'export const rounded = (cents: number) => Math.round(cents);';
export const CHANGED = 'export const rounded = (cents: number) => toEven(cents);';

/** What the model does, with the agent's own tools. */
export function stepsOf({ agent: { tools } }: Pick<World, 'agent'>, project: string) {
  const edit = (path: string, before: string, after: string): Step => ({
    calls: tools.edit({ project, path, before, after }),
  });
  const shell = (command: string): Step => ({ calls: [tools.shell(command)] });
  return {
    /** An edit of the lines that a note is about. */
    nearEdit: edit('src/till.ts', ROUNDED, ROUNDED.replace('round(', 'floor(')),
    /** Another one, after it. */
    nextEdit: edit('src/till.ts', ROUNDED.replace('round(', 'floor('), ROUNDED),
    /** The same lines after somebody else has changed them. */
    changedEdit: edit('src/till.ts', CHANGED, ROUNDED),
    farEdit: edit('src/till.ts', 'line 40', 'line forty'),
    farRemoval: edit('src/till.ts', 'line 42', ''),
    otherEdit: edit(
      'src/door.ts',
      "export const colour = 'green';",
      "export const colour = 'red';",
    ),
    fileEdit: edit('src/vat.ts', 'export const rate = 19;', 'export const rate = 7;'),
    migrate: shell('npm run db:migrate'),
    build: shell('npm run build'),
    look: shell('ls'),
    knownError: shell('sh tools/check.sh known'),
    otherError: shell('sh tools/check.sh other'),
  };
}
