import type { IssuedInvite, Team } from 'memory-vault-client';
import { useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { askWho } from '../../base/caller.js';
import { goTo, linkTo } from '../../base/place.js';
import type { ScreenProps } from '../../base/screenProps.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { Button } from '../../kit/button.js';
import { EmptyState } from '../../kit/emptyState.js';
import { notify } from '../../kit/notices.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { UserText } from '../../kit/userText.js';
import { AddMember } from './addMember.js';
import { InviteDialog } from './inviteDialog.js';
import { Invites } from './invites.js';
import { Logins } from './logins.js';
import { Members } from './members.js';
import { otherTeams } from './otherTeams.js';
import { useDeed } from './useDeed.js';

/** All that the screen shows of a team; null where none has this id, name, or member. */
async function teamWith(idOrName: string, signal: AbortSignal) {
  const { data: teams } = await api.GET('/admin/teams', { signal });
  const team =
    teams.find(({ id }) => id === idOrName) ??
    teams.find(({ name }) => isSame(name, idOrName)) ??
    (await teamOf(idOrName, teams, signal));
  if (!team) return null;
  const asked = { params: { path: { team: team.id } }, signal };
  const [members, invites, logins] = await Promise.all([
    api.GET('/admin/teams/{team}/members', asked),
    api.GET('/admin/teams/{team}/invites', asked),
    api.GET('/admin/teams/{team}/sessions', asked),
  ]);
  return { team, members: members.data, invites: invites.data, logins: logins.data };
}

/** The team of a person, by the e-mail address or what stands before its `@`. */
async function teamOf(person: string, teams: readonly Team[], signal: AbortSignal) {
  for (const team of teams) {
    const asked = { params: { path: { team: team.id } }, signal };
    const { data: members } = await api.GET('/admin/teams/{team}/members', asked);
    const emails = members.map(({ email }) => email);
    if (emails.some((email) => isSame(email, person) || isSame(email.split('@')[0], person)))
      return team;
  }
  return undefined;
}

const isSame = (one: string | undefined, other: string) =>
  one?.toLowerCase() === other.trim().toLowerCase();

/** One team: its members, their invites and their logins. */
export default function TeamScreen({ params }: ScreenProps) {
  const idOrName = params.team ?? '';
  const asked = useAsk(`team ${idOrName}`, (signal) => teamWith(idOrName, signal));
  const id = asked.value?.team.id ?? idOrName;
  const [invite, setInvite] = useState<(IssuedInvite & { others: readonly string[] }) | undefined>(
    undefined,
  );
  const path = { team: id };
  const issue = async (email: string) => {
    const made = { params: { path }, body: { email } };
    const { data } = await api.POST('/admin/teams/{team}/invites', made);
    // What is shown only once is shown, whatever else goes wrong.
    setInvite({ ...data, others: await otherTeams(email, id).catch(() => []) });
    asked.again();
  };
  const changed = async (said: string) => {
    notify(said);
    // Who has just ended the own login is not asked for more than who it is.
    await askWho();
    asked.again();
  };
  return (
    <>
      {asked.value ? <TeamHead team={asked.value.team} /> : <ScreenHead title="Team" />}
      <Asking asked={asked}>
        {(found) =>
          found ? (
            <>
              <Members team={id} members={found.members} onInvite={issue} onChanged={changed}>
                <AddMember team={id} onAdded={issue} />
              </Members>
              <div class="columns">
                <Invites team={id} invites={found.invites} onChanged={changed} />
                <Logins team={id} logins={found.logins} onChanged={changed} />
              </div>
            </>
          ) : (
            <EmptyState title="There is no such team">
              It may have been removed. <a href={linkTo('/people')}>See all teams</a>
            </EmptyState>
          )
        }
      </Asking>
      {invite && <InviteDialog invite={invite} onClose={() => setInvite(undefined)} />}
    </>
  );
}

function TeamHead({ team: { id, name } }: { team: Team }) {
  const { ask, dialog } = useDeed();
  const remove = () =>
    ask({
      title: 'Remove this team?',
      label: 'Remove the team',
      children: (
        <p>
          All logins and invites of its members end at once. The name{' '}
          <strong>
            <UserText>{name}</UserText>
          </strong>{' '}
          and the e-mail addresses are erased for good, but not from the texts of notes, sessions,
          prompts and conventions. The notes stay.
        </p>
      ),
      async onConfirm() {
        await api.DELETE('/admin/teams/{team}', { params: { path: { team: id } } });
        notify('The team was removed.');
        await askWho();
        goTo('/people');
      },
    });
  return (
    <>
      <ScreenHead
        title={<UserText>{name}</UserText>}
        actions={<Button onClick={remove}>Remove the team…</Button>}
      >
        <a href={linkTo('/people')}>All teams</a>
      </ScreenHead>
      {dialog}
    </>
  );
}
