import type { TokenShape } from './tokenShape.js';

/** Tokens of where code, packages and plans are kept. */
export const developmentTokens: readonly TokenShape[] = [
  {
    id: 'github',
    kind: 'github',
    keywords: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    shape: /(?<![A-Za-z])(?:gh[pousr]|github_pat)_\w{20,}/dg,
    example: 'ghp_«mixed:36»',
    counterExample: 'ghp_example',
  },
  {
    id: 'gitlab',
    kind: 'gitlab',
    keywords: [
      ...['glpat-', 'glptt-', 'gldt-', 'glrt-', 'glsoat-', 'glcbt-', 'glft-', 'glimt-'],
      ...['glagent-', 'gloas-'],
    ],
    shape:
      /(?<![A-Za-z])gl(?:pat|ptt|dt|rt|soat|cbt|ft|imt|agent|oas)-[\w-]{16,}(?:\.\w{2,}){0,3}/dg,
    example: 'glpat-«mixed:20»',
    counterExample: 'glpat-token',
  },
  {
    id: 'gitlab-runner-registration',
    kind: 'gitlab',
    keywords: ['gr1348941'],
    shape: /(?<![A-Za-z0-9])GR1348941[\w-]{16,}/dg,
    example: 'GR1348941«mixed:20»',
    counterExample: 'GR1348941-prefix',
  },
  {
    id: 'npm',
    kind: 'npm',
    keywords: ['npm_'],
    shape: /(?<![A-Za-z])npm_[A-Za-z0-9_]{30,}/dg,
    example: 'npm_«mixed:36»',
    counterExample: 'npm_config_cache',
  },
  {
    id: 'docker',
    kind: 'docker',
    keywords: ['dckr_pat_'],
    shape: /(?<![A-Za-z])dckr_pat_[\w-]{20,}/dg,
    example: 'dckr_pat_«mixed:27»',
    counterExample: 'dckr_pat_token',
  },
  {
    id: 'figma',
    kind: 'figma',
    keywords: ['figd_'],
    shape: /(?<![A-Za-z])figd_[\w-]{40,}/dg,
    example: 'figd_«mixed:44»',
    counterExample: 'figd_token',
  },
  {
    id: 'linear',
    kind: 'linear',
    keywords: ['lin_api_'],
    shape: /(?<![A-Za-z])lin_api_\w{32,}/dg,
    example: 'lin_api_«mixed:40»',
    counterExample: 'lin_api_key',
  },
  {
    id: 'notion',
    kind: 'notion',
    keywords: ['ntn_'],
    shape: /(?<![A-Za-z])ntn_\d{11}[A-Za-z0-9]{35}(?![A-Za-z0-9])/dg,
    example: 'ntn_«digits:11»«mixed:35»',
    counterExample: 'ntn_«digits:11»',
  },
  {
    id: 'airtable',
    kind: 'service-token',
    keywords: ['pat'],
    shape: /(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/dg,
    example: 'pat«mixed:14».«hex:64»',
    counterExample: 'path.«hex:64»',
  },
];
