import type { Observation } from 'memory-vault-client';
import type { ComponentChildren } from 'preact';
import { linkTo } from '../../../base/place.js';
import { TypeBadge } from '../../../kit/badge.js';
import { Button } from '../../../kit/button.js';
import { shortId } from '../../../kit/format.js';
import { withoutHidden } from '../../../kit/hiddenCharacters.js';
import { NoteMarks } from '../../../kit/noteMarks.js';
import { Time } from '../../../kit/time.js';
import { UserText } from '../../../kit/userText.js';
import { SelectBox } from '../../../select/selectBox.js';
import { ProposalText } from './proposalText.js';
import { Suspicion } from './suspicion.js';
import type { Proposal } from './useProposals.js';

/** What can be done with a note that waits. Each is a key as well, while the focus is in the card (`web/app/keys.ts`). */
export interface ProposalDeeds {
  readonly accept: () => Promise<unknown>;
  readonly edit: () => Promise<unknown>;
  readonly merge: () => void;
  readonly refuse: () => Promise<unknown>;
}

/** A note that waits: what it says, who wants it, and what can be done. */
export function ProposalCard({
  proposal: { note, replaced },
  isChosen,
  onChoose,
  failed,
  mayEdit,
  deeds,
}: {
  proposal: Proposal;
  isChosen: boolean;
  onChoose: (isChosen: boolean, isRange: boolean) => void;
  /** Why the last deed left it as it was. */
  failed: string | undefined;
  /** False while another note is edited: what is typed there must not be lost. */
  mayEdit: boolean;
  deeds: ProposalDeeds;
}) {
  const { id, supersedes, suspect } = note;
  const title = withoutHidden(note.title);
  const buttons = [
    { word: 'Accept', key: 'a', act: deeds.accept, isOff: suspect !== undefined },
    { word: 'Edit', key: 'e', act: deeds.edit, isOff: !mayEdit },
    { word: 'Merge…', key: 'm', act: deeds.merge, isOff: !mayEdit },
    { word: 'Refuse', key: 'r', act: deeds.refuse, isOff: false },
  ];
  return (
    <>
      <div class="proposal-head">
        <SelectBox title={note.title} isChosen={isChosen} onChoose={onChoose} />
        <TypeBadge type={note.type} />
        <h2 class="note-title">
          <a data-row href={linkTo(`/note/${id}`)}>
            <UserText>{note.title}</UserText>
          </a>
        </h2>
        {/* All of them are proposed, and what is suspect says it below. */}
        <NoteMarks note={{ ...note, state: undefined, suspect: undefined }} />
      </div>
      <ProposalFoot note={note} />
      <Suspicion note={note} />
      {supersedes && (
        <p>
          Supersedes{' '}
          <a href={linkTo(`/note/${supersedes}`)}>
            <UserText>{replaced ?? shortId(supersedes)}</UserText>
          </a>{' '}
          once it is accepted.
        </p>
      )}
      <ProposalText note={note} />
      {failed !== undefined && (
        <p class="field-error">
          Not changed: <UserText>{failed}</UserText>
        </p>
      )}
      <div class="actions">
        {buttons.map(({ word, key, act, isOff }, at) => (
          <Button
            key={key}
            kind={at === 0 ? 'primary' : 'plain'}
            shortcut={key}
            // All cards have the same words.
            label={`${word} “${title}”`}
            disabled={isOff}
            onClick={act}
          >
            {word}
          </Button>
        ))}
      </div>
    </>
  );
}

function ProposalFoot({ note }: { note: Observation }): ComponentChildren {
  const { project, author, saved_by, tags, created_at, id } = note;
  return (
    <p class="note-row-foot">
      {project && <UserText>{project}</UserText>}
      {author && <UserText>{author}</UserText>}
      {saved_by && saved_by !== author && <UserText>{saved_by}</UserText>}
      {tags.map((tag) => (
        <UserText key={tag}>{`#${tag}`}</UserText>
      ))}
      <Time at={created_at} />
      <code>{shortId(id)}</code>
    </p>
  );
}
