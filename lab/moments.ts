import { Command } from 'commander';
import { anchorText } from '../src/domain/anchor.js';
import { measureActions } from './moments/actions.js';
import { History } from './moments/history.js';
import { type Look, replay } from './moments/replay.js';
import { measureStarts } from './moments/starts.js';
import { isFalseDrift, isWrongFresh, summary } from './moments/summary.js';

interface Options {
  readonly tune: readonly string[];
  readonly held: readonly string[];
  readonly places: number;
  readonly seed: number;
  readonly show: number;
  readonly actions: boolean;
  readonly starts: boolean;
}

const directories = (text: string) => text.split(',').filter(Boolean);

export const program = new Command()
  .description(
    'Anchor notes where fixes of public histories left text, look at the anchors many commits later, and compare what is ' +
      'said about them with what Git says. The rules are tuned on one set of repositories, and tried on the other.',
  )
  .option(
    '--tune <folders>',
    'repositories that the rules are tuned on, with commas',
    directories,
    [],
  )
  .option('--held <folders>', 'repositories that they are not tuned on', directories, [])
  .option('--places <number>', 'files of fixes in each repository', Number, 100)
  .option('--seed <number>', 'chooses other places', Number, 1)
  .option('--show <number>', 'prints so many wrong answers of each kind', Number, 0)
  .option(
    '--actions',
    'measures instead which notes of fixes are given before edits and commands and after failures',
    false,
  )
  .option(
    '--starts',
    'measures instead which notes of fixes the start of a session on a branch tells',
    false,
  )
  .action(async ({ tune, held, places, seed, show, actions, starts }: Options) => {
    if (tune.length + held.length === 0) throw new Error('name repositories with --tune or --held');
    for (const [name, folders] of Object.entries({ tune, held })) {
      if (actions) {
        if (folders.length > 0) await measureActions(name, folders, { seed, show });
        continue;
      }
      if (starts) {
        if (folders.length > 0) await measureStarts(name, folders, seed);
        continue;
      }
      const looks: Look[] = [];
      for (const folder of folders) {
        const history = new History(folder);
        const found = await replay(history, places, seed);
        const anchors = new Set(found.map(({ anchor }) => anchor)).size;
        const head = history.commit(history.last);
        console.log(`${name}: ${folder} at ${head}: ${anchors} anchors, ${found.length} looks`);
        looks.push(...found);
      }
      if (looks.length === 0) continue;
      console.log(`\n${summary(looks)}\n`);
      for (const [kind, is] of Object.entries({
        'wrong fresh': isWrongFresh,
        'false drift': isFalseDrift,
        misplaced: (look: Look) => look.misplaced,
      }))
        for (const look of looks.filter(is).slice(0, show)) console.log(shown(kind, look));
    }
  });

function shown(kind: string, { anchor, later, truth }: Look): string {
  return `${kind}: ${anchorText(anchor)} of ${anchor.commit?.slice(0, 10)}, at ${later.slice(0, 10)}: ${truth}`;
}
