import { counted } from '../terminal/counted.js';
import type { Finding } from './check.js';
import type { SharedLogFacts, SharedSeen } from './sharedLogFacts.js';

/** Some events behind is usual while others save; a node that runs is never far behind. */
const FAR_BEHIND = 1000;

/** Nothing is said where a vault is shared by nobody. */
export function sharedLogChecks(facts: SharedLogFacts | undefined): readonly Finding[] {
  if (!facts) return [];
  const { copied, shared } = facts;
  const name = 'shared log';
  if ('why' in shared) return [{ name, state: 'wrong', says: `it cannot be read: ${shared.why}` }];
  const { instance, position } = shared;
  const found: Finding = {
    ...{ name, state: 'ok' },
    says: `it can be read: ${counted(position, 'event')}`,
  };
  const isOther = copied !== undefined && copied.instance !== instance;
  return [found, ...(isOther ? [otherLog(copied.instance, instance)] : copyChecks(facts, shared))];
}

function otherLog(ours: string, theirs: string): Finding {
  const says = `log.db is the copy of ${ours}, and VAULT_LOG names ${theirs}: it is another log, or was moved away`;
  return { name: 'copy', state: 'wrong', says };
}

function copyChecks({ copy, copied }: SharedLogFacts, shared: SharedSeen): readonly Finding[] {
  const name = 'copy';
  if (!copy || copy.position === 0)
    return [{ name, state: 'ok', says: 'it is empty: a start makes it' }];
  if (!copied) {
    const says =
      'log.db is a log of its own with events, and VAULT_LOG names a shared log: move it into an empty one, or set another VAULT_DATA_DIR';
    return [{ name, state: 'wrong', says, type: 'memory-vault help migrate' }];
  }
  if (!shared.hashAtCopy?.equals(copy.hash)) {
    const says = `it has event ${copy.position}, and the shared log does not: they contradict each other`;
    return [{ name, state: 'wrong', says, type: 'memory-vault log lost' }];
  }
  const behind = shared.position - copy.position;
  if (behind < FAR_BEHIND) {
    const says = behind === 0 ? 'it has all events' : `${counted(behind, 'event')} behind`;
    return [{ name, state: 'ok', says }];
  }
  const says = `${counted(behind, 'event')} behind: the node is stopped, or cannot follow`;
  return [{ name, state: 'warn', says }];
}
