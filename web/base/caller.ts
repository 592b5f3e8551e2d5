import { api } from './api.js';
import { drawAgain } from './drawAgain.js';

/** Who this browser is to the vault. `open` says that everybody may read and save. */
export interface PageCaller {
  readonly caller: 'anonymous' | 'owner' | 'member';
  /** The owner, or a member with the role admin. */
  readonly admin: boolean;
  readonly vault: 'open' | 'members';
  readonly email?: string | undefined;
  readonly team?: string | undefined;
  readonly role?: string | undefined;
  /** When the login of this browser ends. */
  readonly expires_at?: string | undefined;
}

/** Undefined until the vault has said it. */
export let caller: PageCaller | undefined;
/** Why the vault could not say who this is. */
export let callerError: unknown;

export const isAdmin = () => caller?.admin === true;
/** Whether this browser may read notes. */
export const mayRead = () =>
  caller?.vault === 'open' || (caller?.caller ?? 'anonymous') !== 'anonymous';

/** Asks the vault who this browser is: at the start, and after logging in or out. */
export async function askWho(): Promise<void> {
  callerError = undefined;
  drawAgain();
  try {
    caller = (await api.GET('/auth/browser')).data;
  } catch (error) {
    callerError = error;
  }
  drawAgain();
}
