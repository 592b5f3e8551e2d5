import type { Observation } from 'memory-vault-client';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { isAdmin } from '../../base/caller.js';
import { linkTo } from '../../base/place.js';
import type { ScreenProps } from '../../base/screenProps.js';
import { useAsk } from '../../base/useAsk.js';
import { hasDraft } from '../../base/useDraft.js';
import { Asking } from '../../kit/asking.js';
import { AsOfBanner } from '../../kit/asOfBanner.js';
import { Badge, TypeBadge } from '../../kit/badge.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { withoutHidden } from '../../kit/hiddenCharacters.js';
import { NoteMarks } from '../../kit/noteMarks.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { UserText } from '../../kit/userText.js';
import { EditNote, SAVE } from './editNote.js';
import { ForgetNote } from './forgetNote.js';
import { Forgotten, type ForgottenNote } from './forgotten.js';
import { decideOne } from './inbox/decide.js';
import { DecideButtons } from './inbox/decideButtons.js';
import { wholeNote } from './inbox/wholeNote.js';
import { Inclusion } from './inclusion.js';
import { NoteEvents } from './noteEvents.js';
import { NoteFacts } from './noteFacts.js';
import { NoteText } from './noteText.js';
import { PinButton } from './pinButton.js';
import { RelatedNotes } from './relatedNotes.js';
import { Revisions } from './revisions.js';
import { VerdictCard } from './verdictCard.js';

/** One note with all that is known about it. */
export default function NoteScreen({ params, query }: ScreenProps) {
  const { id = '' } = params;
  const asOf = query.get('as_of') || undefined;
  const [forgotten, setForgotten] = useState<ForgottenNote>();
  const asked = useAsk(`${id} ${asOf}`, async (signal) => {
    const asked = { path: { id }, query: asOf === undefined ? {} : { as_of: asOf } };
    return (await api.GET('/api/v1/observations/{id}', { params: asked, signal })).data;
  });
  const { value } = asked;
  useEffect(() => {
    if (value) document.title = `${withoutHidden(value.title)} · Memory Vault`;
  }, [value]);
  if (forgotten) return <Forgotten {...forgotten} />;
  return (
    <>
      {asked.state === 'failed' && !value && <ScreenHead title="Note" />}
      {asOf !== undefined && <AsOfBanner asOf={asOf} now={linkTo(`/note/${id}`)} />}
      <Asking asked={asked}>
        {(note) => (
          <Note note={note} asOf={asOf} onChange={asked.again} onForgotten={setForgotten} />
        )}
      </Asking>
    </>
  );
}

function Note({
  note,
  asOf,
  onChange,
  onForgotten,
}: {
  note: Observation;
  asOf: string | undefined;
  onChange: () => void;
  onForgotten: (forgotten: ForgottenNote) => void;
}) {
  const keptAs = `note ${note.id}`;
  // Somebody was editing it when the tab was loaded anew, or looked something up.
  const [isEditing, setEditing] = useState(() => asOf === undefined && hasDraft(keptAs));
  const [isForgetting, setForgetting] = useState(false);
  // What was known at a moment cannot be changed.
  const mayChange = asOf === undefined && !isEditing;
  const { id, revision = 1 } = note;
  const isProposed = note.state !== undefined;
  const accept = async () => decideOne(await wholeNote(id), 'accept');
  return (
    <>
      <ScreenHead
        title={<UserText>{note.title}</UserText>}
        actions={
          mayChange && (
            <>
              {isProposed ? (
                <DecideButtons note={note} onChange={onChange} />
              ) : (
                <PinButton note={note} onChange={onChange} />
              )}
              <Button shortcut="e" onClick={() => setEditing(true)}>
                Edit
              </Button>
              {!isProposed && <Button onClick={() => setForgetting(true)}>Forget…</Button>}
            </>
          )
        }
      >
        <span class="note-badges">
          <TypeBadge type={note.type} />
          <NoteMarks note={note} />
          {revision > 1 && <Badge>revision {revision}</Badge>}
        </span>
      </ScreenHead>
      <div class="with-side note-parts">
        <div class="note-main">
          {isEditing ? (
            <EditNote
              note={note}
              keptAs={keptAs}
              savings={
                isProposed ? [SAVE, { label: 'Save and accept', afterwards: accept }] : [SAVE]
              }
              onClose={(isSaved) => {
                setEditing(false);
                if (isSaved) onChange();
              }}
            />
          ) : (
            <NoteText text={note.content} />
          )}
        </div>
        <div class="note-side">
          <Card title="Facts">
            <NoteFacts note={note} />
          </Card>
          {asOf === undefined && !isProposed && <VerdictCard note={note} onChange={onChange} />}
          <Inclusion id={id} />
          {isAdmin() && <NoteEvents id={id} revision={revision} />}
        </div>
        {asOf === undefined && (
          <div class="note-more">
            {revision > 1 && <Revisions note={note} onChange={onChange} />}
            <RelatedNotes note={note} onChange={onChange} />
          </div>
        )}
      </div>
      {isForgetting && (
        <ForgetNote note={note} onClose={() => setForgetting(false)} onForgotten={onForgotten} />
      )}
    </>
  );
}
