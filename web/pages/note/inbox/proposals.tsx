import type { Observation } from 'memory-vault-client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { notify } from '../../../kit/notices.js';
import { Paged } from '../../../kit/paged.js';
import { whyNot } from '../../../kit/whyNot.js';
import { chosenRange } from '../../../select/chosenRange.js';
import { TagNotes } from '../../../select/tagNotes.js';
import { EditNote } from '../editNote.js';
import type { Decision } from './decide.js';
import { InboxBar } from './inboxBar.js';
import { MergeDialog } from './mergeDialog.js';
import { More } from './more.js';
import { NothingWaits } from './nothingWaits.js';
import { ProposalCard } from './proposalCard.js';
import { RefuseNotes } from './refuseNotes.js';
import { useEditing } from './useEditing.js';
import { rowId, useFocusAfter } from './useFocusAfter.js';
import { useInbox } from './useInbox.js';
import type { Proposal } from './useProposals.js';

/** What waits, as cards that can be decided about one by one or many at once. */
export function Proposals({ project }: { project: string }) {
  const inbox = useInbox(project);
  const { pages, all, shown, gone, chosen, failed } = inbox;
  const { editing, edit, merge, close } = useEditing(inbox);
  const [merging, setMerging] = useState<Observation>();
  const [refusing, setRefusing] = useState<readonly string[]>();
  const [tagging, setTagging] = useState<readonly string[]>();
  const lastChosen = useRef<string>();
  const ids = all.map(({ note }) => note.id);
  const goOnFrom = useFocusAfter(ids, gone, refusing !== undefined);
  const isNextWanted = shown.length === 0 && pages.state === 'there';
  useEffect(() => {
    if (isNextWanted) pages.more();
  }, [isNextWanted]);

  const settle = async (some: readonly string[], decision: Decision) => {
    await inbox.settle(some, decision);
    if (some[0] !== undefined) goOnFrom(some[0]);
  };
  // What is typed into the editor is not lost by a deed to many.
  const free = shown.map(({ note }) => note.id).filter((id) => id !== editing?.id);
  const chosenIds = free.filter((id) => chosen.has(id));

  const card = (proposal: Proposal) => {
    const { note } = proposal;
    const { id } = note;
    if (editing?.id === id) {
      const leave = () => {
        close();
        goOnFrom(id);
      };
      return <EditNote {...editing.editor} onClose={leave} />;
    }
    return (
      <ProposalCard
        proposal={proposal}
        isChosen={chosen.has(id)}
        onChoose={(isChosen, isRange) => {
          inbox.choose(isRange ? chosenRange(free, id, lastChosen.current) : [id], isChosen);
          lastChosen.current = id;
        }}
        failed={failed.get(id)}
        mayEdit={!editing}
        deeds={{
          accept: () => trying(settle([id], 'accept')),
          edit: () => trying(edit(id)),
          merge: () => setMerging(note),
          refuse: () => trying(settle([id], 'refuse')),
        }}
      />
    );
  };
  const nothing = <NothingWaits project={project} />;
  const list = () => (
    <>
      <ul class="inbox" aria-label="Proposed notes">
        {shown.map((proposal) => {
          const { id } = proposal.note;
          return (
            <li key={id} id={rowId(id)} class={editing?.id === id ? undefined : 'card'}>
              {card(proposal)}
            </li>
          );
        })}
      </ul>
      <More pages={pages} />
      <InboxBar
        isAll={chosenIds.length > 0 && chosenIds.length === free.length}
        chosen={chosenIds.length}
        onAll={(isChosen) => inbox.choose(free, isChosen)}
        onAccept={() => trying(settle(chosenIds, 'accept'))}
        onTag={() => setTagging(chosenIds)}
        onRefuse={() => setRefusing(chosenIds)}
      />
      {tagging && (
        <TagNotes
          ids={tagging}
          onChange={() => trying(Promise.all(tagging.map(inbox.refresh)))}
          onClose={() => setTagging(undefined)}
        />
      )}
      {refusing && (
        <RefuseNotes
          count={refusing.length}
          onConfirm={() => settle(refusing, 'refuse')}
          onClose={() => setRefusing(undefined)}
        />
      )}
      {merging && (
        <MergeDialog
          proposed={merging}
          onChoose={async (into) => {
            await merge(merging.id, into);
            setMerging(undefined);
          }}
          onClose={() => setMerging(undefined)}
        />
      )}
    </>
  );
  return (
    <Paged pages={pages} empty={nothing}>
      {() => (shown.length > 0 ? list() : pages.isWhole && nothing)}
    </Paged>
  );
}

/** Says why a deed failed. What failed is as it was. */
async function trying(deed: Promise<unknown>): Promise<void> {
  try {
    await deed;
  } catch (error) {
    notify(`Nothing was changed: ${whyNot(error)}`);
  }
}
