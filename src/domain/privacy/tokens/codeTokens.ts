import { looksRandom } from '../looksRandom.js';
import { hasDigitAndLetter } from './looks.js';
import type { TokenShape } from './tokenShape.js';

/** Tokens of where code is kept. */
export const codeTokens: readonly TokenShape[] = [
  {
    id: 'github',
    kind: 'github',
    keywords: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    shape: '(ghp|gho|ghu|ghs|ghr|github_pat)_«ident:20+»',
    example: 'ghp_«mixed:36»',
    counterExample: 'ghp_example',
  },
  {
    id: 'gitlab',
    kind: 'gitlab',
    keywords: [
      'glpat-',
      'glptt-',
      'gldt-',
      'glrt-',
      'glsoat-',
      'glcbt-',
      'glft-',
      'glimt-',
      'glagent-',
      'gloas-',
      'glffct-',
    ],
    shape:
      'gl(pat|ptt|dt|rt|soat|cbt|ft|imt|agent|oas|ffct)-«url:16+»(.«ident:2+»)?(.«ident:2+»)?(.«ident:2+»)?',
    example: 'glpat-«mixed:20»',
    counterExample: 'glpat-token',
  },
  {
    id: 'gitlab-runner-registration',
    kind: 'gitlab',
    keywords: ['gr1348941'],
    shape: 'GR1348941«url:16+»',
    example: 'GR1348941«mixed:20»',
    counterExample: 'GR1348941-prefix',
  },
  {
    id: 'gitlab-session',
    kind: 'gitlab',
    keywords: ['_gitlab_session='],
    shape: '_gitlab_session=«mixed:32»',
    example: '_gitlab_session=«mixed:32»',
    counterExample: '_gitlab_session=«mixed:10»',
  },
  {
    id: 'bitbucket-app',
    keywords: ['atbb'],
    shape: 'ATBB«url:16+»',
    looks: looksRandom,
    example: 'ATBB«mixed:32»',
    counterExample: 'ATBBconfiguration-of-the-service',
  },
  {
    id: 'bitbucket',
    keywords: ['bitbucket'],
    beside: true,
    shape: ['«lower:32»', '«wide:64»'],
    looks: hasDigitAndLetter,
    example: 'bitbucket_key: ⟦«lower:32»⟧',
    counterExample: 'bitbucket: «lower:15»',
  },
];
