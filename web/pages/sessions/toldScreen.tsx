import type { Telling } from 'memory-vault-client';
import { api } from '../../base/api.js';
import { isAdmin } from '../../base/caller.js';
import { linkTo } from '../../base/place.js';
import type { ScreenProps } from '../../base/screenProps.js';
import { useAsk } from '../../base/useAsk.js';
import { nextCursor, usePages } from '../../base/usePages.js';
import { Button } from '../../kit/button.js';
import { EmptyState } from '../../kit/emptyState.js';
import { formatCount, shortId } from '../../kit/format.js';
import { Paged } from '../../kit/paged.js';
import { type Column, Table } from '../../kit/table.js';
import { ExactTime } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';
import { SessionHead } from './sessionHead.js';

/** Which notes the vault gave in a session, and when. */
export default function ToldScreen({ params: { id = '' } }: ScreenProps) {
  const path = { id };
  const session = useAsk(`session ${id}`, async (signal) => {
    return (await api.GET('/api/v1/sessions/{id}', { params: { path }, signal })).data;
  });
  const pages = usePages(`told in ${id}`, async (cursor, signal) => {
    const params = { path, query: cursor === undefined ? {} : { cursor } };
    const { data, response } = await api.GET('/api/v1/sessions/{id}/told', { params, signal });
    return { rows: data.told, next: nextCursor(response) };
  });
  return (
    <>
      <SessionHead session={session.value ?? { id }} at="told" />
      <Paged pages={pages} empty={<NothingTold />}>
        {(told) => <Tellings id={id} told={told} />}
      </Paged>
      {!pages.isWhole && pages.state === 'there' && <Button onClick={pages.more}>Show more</Button>}
    </>
  );
}

function NothingTold() {
  return (
    <EmptyState title="The agent got no notes">
      <p>
        The hooks give an agent notes when a session starts and at some of its actions. An agent
        also gets notes when it searches. To set up the hooks:
      </p>
      <pre>memory-vault setup</pre>
    </EmptyState>
  );
}

function Tellings({ id, told }: { id: string; told: readonly Telling[] }) {
  const columns: readonly Column<Telling>[] = [
    { head: 'Time', cell: ({ at }) => <ExactTime at={at} /> },
    { head: 'Moment', cell: ({ moment }) => moment.replace('_', ' ') },
    {
      head: 'Notes',
      cell: ({ notes, position }) => (
        <ul class="told-notes">
          {notes.map(({ id, revision, title }) => (
            <li key={id}>
              {title === undefined ? (
                <span class="hint">{shortId(id)}, forgotten, or not visible to you</span>
              ) : (
                <a href={linkTo(`/note/${id}`, { as_of: String(position) })}>
                  <UserText>{title}</UserText>
                </a>
              )}
              {revision > 1 && <span class="hint"> revision {revision}</span>}
            </li>
          ))}
        </ul>
      ),
    },
    { head: 'Tokens', cell: ({ tokens }) => formatCount(tokens), isNumber: true },
  ];
  return (
    <>
      <Table
        label="What the agent was told"
        columns={columns}
        rows={told}
        keyOf={(one) => told.indexOf(one)}
      />
      {isAdmin() && (
        <a href={linkTo('/trust', { stream: `told/${id}` })}>The events of this record</a>
      )}
    </>
  );
}
