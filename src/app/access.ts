import type { AdminKey } from '../secrets/adminKey.js';
import type { BrowserLogins, LoginCodes } from '../secrets/browserLogins.js';
import type { ClientDocuments } from '../secrets/clientDocuments.js';
import type { GrantSecrets } from '../secrets/grantSecrets.js';
import type { Issuer } from '../secrets/issuer.js';
import type { NewToken } from '../secrets/newTokens.js';
import type { TokenUses } from './tokenUses.js';

/** Who may enter a vault: the key of its owner, new tokens, and the browsers that are logged in. Members are in the log. */
export interface Access {
  readonly adminKey: AdminKey;
  readonly newToken: NewToken;
  readonly browserLogins: BrowserLogins;
  readonly loginCodes: LoginCodes;
  /** Of applications that are let in. */
  readonly grants: GrantSecrets;
  /** What applications say of themselves that ask to be let in. */
  readonly clientDocuments: ClientDocuments;
  /** Undefined where the owner names no issuer of tokens. */
  readonly issuer: Issuer | undefined;
  readonly tokenUses: TokenUses;
}
