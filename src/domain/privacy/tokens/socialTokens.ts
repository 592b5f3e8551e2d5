import { looksRandom } from '../looksRandom.js';
import { hasDigit, hasDigitAndLetter } from './looks.js';
import type { TokenShape } from './tokenShape.js';

/** Tokens of social networks. */
export const socialTokens: readonly TokenShape[] = [
  {
    id: 'facebook',
    keywords: ['facebook'],
    shape: '«digits:15-16»(\\||%)«url:27-40»',
    example: 'facebook ⟦«digits:15»|«mixed:27»⟧',
    counterExample: 'facebook «digits:15»',
  },
  {
    id: 'facebook-secret',
    keywords: ['facebook'],
    beside: true,
    shape: '«hex:32»',
    looks: hasDigitAndLetter,
    example: 'facebook_key: ⟦«hex:32»⟧',
    counterExample: 'facebook: «hex:15»',
  },
  {
    id: 'facebook-page',
    keywords: ['eaam', 'eaac'],
    shape: 'EAA(M|C)«mixed:100+»',
    example: 'EAAM«mixed:120»',
    counterExample: 'EAAM«mixed:40»',
  },
  {
    id: 'facebook-old',
    keywords: ['eaacedeose0cba'],
    shape: 'EAACEdEose0cBA«url:16+»',
    looks: looksRandom,
    example: 'EAACEdEose0cBA«mixed:60»',
    counterExample: 'EAACEdEose0cBA',
  },
  {
    id: 'instagram',
    keywords: ['igqv'],
    shape: 'IGQV«url:60+»',
    looks: hasDigit,
    example: 'IGQV«mixed:100»',
    counterExample: 'IGQV«mixed:10»',
  },
  {
    id: 'linkedin',
    keywords: ['linked in'],
    beside: true,
    shape: ['«mixed:14»', '«mixed:16»'],
    looks: hasDigitAndLetter,
    example: 'linked_in_key: ⟦«mixed:14»⟧',
    counterExample: 'linked_in: «mixed:6»',
  },
  {
    id: 'twitter',
    keywords: ['twitter'],
    beside: true,
    shape: [
      '«lower:25»',
      '«lower:45»',
      '«lower:50»',
      '«digits:15-25»-«mixed:20-40»',
      'AAAAAAAAAAAAAAAAAAAAAA«percent:80-100»',
    ],
    looks: hasDigitAndLetter,
    example: 'twitter_key: ⟦«lower:25»⟧',
    counterExample: 'twitter: «lower:11»',
  },
  {
    id: 'twitch',
    keywords: ['twitch'],
    beside: true,
    shape: '«lower:30»',
    looks: hasDigitAndLetter,
    example: 'twitch_key: ⟦«lower:30»⟧',
    counterExample: 'twitch: «lower:14»',
  },
  {
    id: 'intra42',
    keywords: ['s-s4t2ud-', 's-s4t2af-'],
    shape: 's-s4t2(ud|af)-«hex:64»',
    example: 's-s4t2ud-«hex:64»',
    counterExample: 's-s4t2ud-name',
  },
];
