import type { ProjectKey } from './names.js';

/** What a token may do: read, write what stays, and forget for good. */
export const SCOPES = ['read', 'write', 'forget'] as const;
export type Scope = (typeof SCOPES)[number];

/** Begins every token of an agent or program, so that it is recognised wherever it stands. */
export const TOKEN_PREFIX = 'mvt_';

/** The token with which a caller sent its request: what it may do, and where. */
export interface TokenInUse {
  /** ULID. */
  readonly id: string;
  readonly name: string;
  readonly scope: readonly Scope[];
  /** The projects that it is bound to, as they are compared; undefined for all that its holder sees. */
  readonly projects?: readonly ProjectKey[] | undefined;
}

/** How to get another token, as refusals say it. */
export const NEW_TOKEN = 'make one with memory-vault token create, or on the page under Tokens';

/** Whether what a vault says of a refusal is about the token that was shown. Then it also says what to do. */
export const isAboutToken = (detail: string): boolean =>
  /^(?:[\w/]+: )?(?:the|this|no) token /.test(detail);
