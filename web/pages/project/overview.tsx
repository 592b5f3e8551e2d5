import type { Observation, Summary } from 'memory-vault-client';
import { api } from '../../base/api.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { TypeBadge } from '../../kit/badge.js';
import { Card } from '../../kit/card.js';
import { NoteRow } from '../../kit/noteRow.js';
import { UserText } from '../../kit/userText.js';
import { Bars } from './bars.js';

const PINNED = 20;

/** What is in a project: pinned notes and decisions, types, tags, and who wrote it. */
export function Overview({ summary }: { summary: Summary }) {
  const { project, by_type, by_author, top_tags, decisions } = summary;
  const tags = Object.fromEntries(top_tags.map(({ tag, count }) => [tag, count]));
  return (
    <aside class="overview" aria-label="What is in this project">
      <Pinned project={project} />
      {decisions.length > 0 && (
        <Card title="Newest decisions">
          <Notes notes={decisions} />
        </Card>
      )}
      <Bars
        title="Types"
        counts={by_type}
        queryOf={(type) => ({ project, type })}
        nameOf={(type) => <TypeBadge type={type} />}
      />
      <Bars
        title="Top tags"
        counts={tags}
        queryOf={(tag) => ({ project, tag })}
        nameOf={(tag) => <UserText>#{tag}</UserText>}
      />
      <Bars
        title="Authors"
        counts={by_author}
        queryOf={(author) => ({ project, author })}
        nameOf={(author) => <UserText>{author}</UserText>}
      />
    </aside>
  );
}

function Pinned({ project }: { project: string }) {
  const asked = useAsk(`pinned in ${project}`, async (signal) => {
    const query = { project, pinned: 'true', limit: PINNED, content_limit: 0 } as const;
    const { data } = await api.GET('/api/v1/observations', { params: { query }, signal });
    // The other type of the answer is that to `ids`.
    return Array.isArray(data) ? data : data.observations;
  });
  return (
    <Card title="Pinned">
      <Asking asked={asked}>
        {(notes) =>
          notes.length > 0 ? (
            <Notes notes={notes} />
          ) : (
            <p class="hint">
              None yet. Agents read pinned notes first: open a note that everybody should know, and
              press Pin.
            </p>
          )
        }
      </Asking>
    </Card>
  );
}

function Notes({ notes }: { notes: readonly Observation[] }) {
  return (
    <ul class="rows">
      {notes.map(({ project: _, ...note }) => (
        <li key={note.id}>
          <NoteRow note={note} />
        </li>
      ))}
    </ul>
  );
}
