import { applyEdits } from '../../src/privacy/edits.js';
import { secretFinder } from '../../src/privacy/findSecrets.js';
import { TOKENS } from '../../src/privacy/tokens/catalogue.js';
import { type TokenSample, tokenSamples } from '../../test/privacy/tokenSamples.js';
import { table } from '../../tools/table.js';
import { percent } from './percent.js';

/** Samples for each shape of a row of the catalogue. */
const SAMPLES = 25;

/** Says how many made-up tokens of the catalogue the filter finds: in a sentence, and in files. A table by family. */
export function recall(): string {
  const find = secretFinder();
  const isCaught = (text: string, secret: string) => !applyEdits(text, find(text)).includes(secret);
  const families = [...new Set(TOKENS.map(({ family }) => family))].map((family) => {
    const tokens = TOKENS.filter((token) => token.family === family);
    return { family, samples: tokens.map((token) => tokenSamples(token, SAMPLES)) };
  });
  const all = { family: 'all', samples: families.flatMap(({ samples }) => samples) };
  const rows = [...families, all].map(({ family, samples }) => {
    const flat = samples.flat();
    const plain = flat.filter(({ plain, secret }) => isCaught(plain, secret)).length;
    const forms = flat.flatMap(({ forms, secret }) =>
      Object.values(forms).map((text) => isCaught(text, secret)),
    );
    const inForms = forms.filter(Boolean).length;
    return [
      family,
      samples.length,
      samples.filter((rule) => isWhole(rule, isCaught)).length,
      flat.length,
      plain,
      percent(plain, flat.length),
      forms.length,
      inForms,
      percent(inForms, forms.length),
    ].map(String);
  });
  const head = [
    'family',
    'rules',
    'whole',
    'in a sentence',
    'caught',
    '',
    'in files',
    'caught',
    '',
  ];
  return `Recall on made-up tokens of the catalogue, ${SAMPLES} of each shape (whole: every one is caught)\n\n${table(head, rows)}`;
}

function isWhole(
  samples: readonly TokenSample[],
  isCaught: (text: string, secret: string) => boolean,
): boolean {
  return samples.every(({ secret, plain, forms }) =>
    [plain, ...Object.values(forms)].every((text) => isCaught(text, secret)),
  );
}
