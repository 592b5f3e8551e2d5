import { applyEdits } from '../../src/privacy/edits.js';
import { secretFinder } from '../../src/privacy/findSecrets.js';
import { table } from '../../tools/table.js';
import { GITLEAKS, gitleaksSamples } from './gitleaksSamples.js';
import { percent } from './percent.js';

/** Says how many of the secrets that the public rules of gitleaks are tried on the filter finds. Fetches them. */
export async function gitleaksRecall(): Promise<string> {
  const find = secretFinder();
  const isCaught = (text: string, secrets: readonly string[]) => {
    const kept = applyEdits(text, find(text));
    return !secrets.some((secret) => kept.includes(secret));
  };
  const rules = (await gitleaksSamples())
    .filter(({ samples }) => samples.length > 0)
    .map(({ rule, samples, alone }) => ({
      rule,
      samples: samples.map(({ text, secrets }) => isCaught(text, secrets)),
      alone: alone.map((secret) => isCaught(`Yesterday we saw ${secret} there.`, [secret])),
    }));
  const rows = (['samples', 'alone'] as const).map((way) => {
    const counted = rules.map((rule) => rule[way]).filter((tries) => tries.length > 0);
    const whole = counted.filter((tries) => tries.every(Boolean)).length;
    const all = counted.flat();
    const caught = all.filter(Boolean).length;
    const name = way === 'samples' ? 'as they are' : 'the secret alone in a sentence';
    return [
      name,
      counted.length,
      whole,
      percent(whole, counted.length),
      all.length,
      caught,
      percent(caught, all.length),
    ].map(String);
  });
  const head = ['samples', 'rules', 'whole', '', 'samples', 'caught', ''];
  const missed = rules.flatMap(({ rule, samples, alone }) => {
    const kept = [samples, alone].map((tries) => tries.filter((caught) => !caught).length);
    return kept.some((count) => count > 0)
      ? [[rule, `${kept[0]} of ${samples.length}`, `${kept[1]} of ${alone.length}`]]
      : [];
  });
  return [
    `Recall on the samples of gitleaks ${GITLEAKS} (whole: all samples of the rule are caught)`,
    '',
    table(head, rows),
    '',
    missed.length === 0 ? 'No rule is missed.' : table(['missed', 'as they are', 'alone'], missed),
  ].join('\n');
}
