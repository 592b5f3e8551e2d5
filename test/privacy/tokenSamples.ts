import type { Token } from '../../src/privacy/tokens/catalogue.js';
import { ALPHABETS, type Part, parseShape } from '../../src/privacy/tokens/notation.js';
import { makeUp, type Random, randomness } from './secretTable.js';

/** A made-up token. */
export interface TokenSample {
  readonly secret: string;
  /** The token as a text: alone in a sentence; a value that needs its keyword, in a sentence with it. */
  readonly plain: string;
  /** The token in files of several formats, by the name of the format. */
  readonly forms: Readonly<Record<string, string>>;
}

/** How much longer than its least a run without an end becomes at most. */
const MORE = 8;

/** Made-up tokens of each shape of a row, `count` of each: the same ones in every run. */
export function tokenSamples(token: Token, count: number): readonly TokenSample[] {
  return token.shapes.flatMap((shape) => {
    const random = randomness(`${token.id} ${shape}`);
    const parts = parseShape(shape);
    return Array.from({ length: count }, () => {
      const secret = sequence(parts, random);
      return token.beside ? besideKeyword(token, secret, random) : onItsOwn(token, secret);
    });
  });
}

/** In neutral surroundings: no rule but the token's own can know it. */
function onItsOwn({ id }: Token, secret: string): TokenSample {
  // The one token without a form of its own that needs no keyword right before it.
  const subject = id === 'facebook' ? 'facebook' : 'page';
  return {
    secret,
    plain: `Yesterday the ${subject} showed ${secret} to everybody.`,
    forms: {
      JSON: JSON.stringify({ [subject]: 1, shown: secret, page: 2 }),
      '.env': `${subject.toUpperCase()}_SHOWN=${secret}\nPORT=1\n`,
      YAML: `${subject}:\n  shown: ${secret}\n  port: 1\n`,
      URL: `https://example.org/${subject}?shown=${secret}&page=2`,
      code: `const ${subject}Shown = '${secret}';`,
    },
  };
}

function besideKeyword({ keywords = [] }: Token, secret: string, random: Random): TokenSample {
  const keyword = keywords[random(keywords.length)] ?? '';
  const snake = keyword.replaceAll(' ', '_');
  const upper = snake.toUpperCase();
  const camel = keyword.replace(/ +(\w)/g, (_, letter: string) => letter.toUpperCase());
  return {
    secret,
    plain: `The ${keyword} value is ${secret} since yesterday.`,
    forms: {
      JSON: JSON.stringify({ [`${snake}_value`]: secret, page: 2 }),
      '.env': `${upper}_VALUE=${secret}\nPORT=1\n`,
      YAML: `${snake}_value: ${secret}\nport: 1\n`,
      URL: `https://example.org/page?${snake}_value=${secret}&page=2`,
      XML: `<${camel}Value>\n    ${secret}\n</${camel}Value>`,
      Make: `${upper}_VALUE :::= "${secret}"`,
      code: `var ${camel}Value string = "${secret}"`,
    },
  };
}

const sequence = (parts: readonly Part[], random: Random): string =>
  parts.map((part) => madeUp(part, random)).join('');

function madeUp(part: Part, random: Random): string {
  if ('literal' in part) return part.literal;
  if ('choice' in part) return sequence(part.choice[random(part.choice.length)] ?? [], random);
  const { alphabet, least, most } = part;
  const length = least + random(Math.min(most - least, MORE) + 1);
  return alphabet === 'pad' ? ALPHABETS.pad.repeat(length) : makeUp(alphabet, length, random);
}
