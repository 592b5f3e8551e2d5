import type { Observation } from 'memory-vault-client';
import { linkTo } from '../../base/place.js';
import { titlesOf } from '../../base/titlesOf.js';
import { useAsk } from '../../base/useAsk.js';
import { commitIn, fileIn } from '../../diff/anchorWords.js';
import { Facts } from '../../kit/facts.js';
import { shortId } from '../../kit/format.js';
import { ExactTime } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';
import { suspectWords } from './inbox/reviewReasons.js';

/** The properties of a note, with links to where they lead. */
export function NoteFacts({ note }: { note: Observation }) {
  const { project, author, session_id, supersedes, superseded_by, origin } = note;
  const titles = useTitles([supersedes, superseded_by].filter((id) => id !== undefined));
  const noteLink = (id: string | undefined) =>
    id && (
      <a href={linkTo(`/note/${id}`)}>
        <UserText>{titles.get(id) ?? shortId(id)}</UserText>
      </a>
    );
  return (
    <Facts
      facts={[
        [
          'Proposed',
          note.state && (
            <>
              It waits in the <a href={linkTo('/inbox')}>inbox</a>: no agent gets it before somebody
              accepts it.
            </>
          ),
        ],
        ['Suspect', note.suspect && <UserText>{suspectWords(note)}</UserText>],
        ['Superseded by', noteLink(superseded_by)],
        ['Supersedes', noteLink(supersedes)],
        [
          'Project',
          project && (
            <a href={linkTo(`/project/${encodeURIComponent(project)}`)}>
              <UserText>{project}</UserText>
            </a>
          ),
        ],
        [
          'Session',
          session_id && (
            <a href={linkTo(`/sessions/${session_id}`)}>
              <code>{shortId(session_id)}</code>
            </a>
          ),
        ],
        [
          'Tags',
          note.tags.length > 0 && (
            <span class="tags">
              {note.tags.map((tag) => (
                <a key={tag} class="badge" href={linkTo('/search', { tag })}>
                  <UserText>{tag}</UserText>
                </a>
              ))}
            </span>
          ),
        ],
        ['About', note.anchors && <Anchors note={note} />],
        [
          'Author',
          author && (
            <a href={linkTo('/search', { author })}>
              <UserText>{author}</UserText>
            </a>
          ),
        ],
        ['Saved by', note.saved_by && <UserText>{note.saved_by}</UserText>],
        ['Team', note.team && <UserText>{note.team}</UserText>],
        ['Country', note.country && <UserText>{note.country}</UserText>],
        ['Created', <ExactTime key="created" at={note.created_at} />],
        ['Revised', note.updated_at && <ExactTime at={note.updated_at} />],
        ['Valid until', note.valid_until && <ExactTime at={note.valid_until} />],
        ['Review after', note.review_after && <ExactTime at={note.review_after} />],
        [
          'Received from',
          origin && (
            <>
              vault <code>{origin.instance}</code>, as note <code>{shortId(origin.id)}</code>
            </>
          ),
        ],
        ['Id', <code key="id">{note.id}</code>],
      ]}
    />
  );
}

/** Files of other projects may have the same paths; commits have no namesakes. */
function Anchors({ note: { anchors = [], project } }: { note: Observation }) {
  return (
    <ul class="anchors">
      {anchors.map((anchor, i) => {
        const { path, symbol, branch } = anchor;
        const commit = commitIn(anchor);
        return (
          // An anchor has no other identity than its place.
          <li key={i}>
            {path && (
              <a href={linkTo('/search', { path, project })}>
                <UserText>{fileIn(anchor)}</UserText>
              </a>
            )}
            {symbol && (
              <code>
                <UserText>{symbol}</UserText>
              </code>
            )}
            {commit && (
              <a href={linkTo('/search', { commit })}>
                <code>{commit}</code>
              </a>
            )}
            {branch && (
              <span class="hint">
                <UserText>{branch}</UserText>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The titles of other notes, once they are there. */
function useTitles(ids: readonly string[]): ReadonlyMap<string, string> {
  const { value } = useAsk(ids.join(), (signal) => titlesOf(ids, signal));
  return value ?? new Map();
}
