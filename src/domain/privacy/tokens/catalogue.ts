import { aiTokens } from './aiTokens.js';
import { buildTokens } from './buildTokens.js';
import { chatTokens } from './chatTokens.js';
import { cloudTokens } from './cloudTokens.js';
import { codeTokens } from './codeTokens.js';
import { hostingTokens } from './hostingTokens.js';
import { mailTokens } from './mailTokens.js';
import { monitoringTokens } from './monitoringTokens.js';
import { officeTokens } from './officeTokens.js';
import { packageTokens } from './packageTokens.js';
import { paymentTokens } from './paymentTokens.js';
import { secretStoreTokens } from './secretStoreTokens.js';
import { socialTokens } from './socialTokens.js';
import type { TokenShape } from './tokenShape.js';

/** The catalogue of tokens, by family. */
export const TOKEN_FAMILIES = {
  cloud: cloudTokens,
  hosting: hostingTokens,
  'secret store': secretStoreTokens,
  code: codeTokens,
  package: packageTokens,
  build: buildTokens,
  office: officeTokens,
  monitoring: monitoringTokens,
  chat: chatTokens,
  social: socialTokens,
  mail: mailTokens,
  payment: paymentTokens,
  ai: aiTokens,
} as const satisfies Record<string, readonly TokenShape[]>;

const ALL = Object.values(TOKEN_FAMILIES).flat();

/** All tokens. Where two overlap, the first names what was found: those with a form of their own come before the others. */
export const TOKEN_SHAPES: readonly TokenShape[] = [
  ...ALL.filter(({ beside }) => !beside),
  ...ALL.filter(({ beside }) => beside),
];
