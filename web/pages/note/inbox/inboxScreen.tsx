import type { ScreenProps } from '../../../base/screenProps.js';
import { InboxHead } from './inboxHead.js';
import { Proposals } from './proposals.js';

/** What is proposed, for somebody to accept or refuse. */
export default function InboxScreen({ query }: ScreenProps) {
  const project = query.get('project') ?? '';
  return (
    <>
      <InboxHead at="/inbox" project={project}>
        Notes that agents and people propose. No agent gets a note before somebody accepts it.
      </InboxHead>
      <Proposals key={project} project={project} />
    </>
  );
}
