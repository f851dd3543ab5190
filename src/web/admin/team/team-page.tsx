import { useState, type JSX } from 'react';
import { roleNames } from '#domain/staff/rights.ts';
import { Button } from '#web/ui/button.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { AdminPage } from '../ui/admin-page.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Email } from '../ui/email.tsx';
import { StatusPill } from '../ui/status-pill.tsx';
import { TeamDialog, type Person, type OpenInvitation, type TeamAction } from './team-dialogs.tsx';
import { useTeam } from './use-team.ts';

/** `/admin/team`: who is on the team, and who is invited. */
export default function TeamPage(): JSX.Element {
  const isHydrated = useIsHydrated();
  const [action, setAction] = useState<TeamAction>();
  return (
    <AdminPage
      title="Team"
      description="Who is on the team, and what they may do."
      path="/admin/team"
      right="manageTeam"
      aside={
        <Button disabled={!isHydrated} onClick={() => setAction({ kind: 'invite' })}>
          Invite someone…
        </Button>
      }
    >
      <Team onAct={setAction} />
      <TeamDialog action={action} onClose={() => setAction(undefined)} />
    </AdminPage>
  );
}

type OnAct = (action: TeamAction) => void;

const Team = ({ onAct }: { readonly onAct: OnAct }): JSX.Element => (
  <QueryView query={useTeam()} loading={<Spinner label="Loading the team…" />} failure="We couldn't load the team.">
    {({ staff, invitations }) => (
      <div className="grid gap-6">
        <DataTable
          caption="Staff"
          columns={staffColumns(onAct)}
          rows={staff}
          keyOf={({ id }) => id}
          empty="No one is on the team."
        />
        <section aria-labelledby="invitations" className="grid gap-3">
          <h2 id="invitations">Invitations</h2>
          <DataTable
            caption="Open invitations"
            columns={invitationColumns(onAct)}
            rows={invitations}
            keyOf={({ id }) => id}
            empty="No invitation is open."
          />
        </section>
      </div>
    )}
  </QueryView>
);

const staffColumns = (onAct: OnAct): readonly Column<Person>[] => [
  {
    name: 'Name',
    hasLongWords: true,
    cell: ({ username, email }) => (
      <>
        {username}{' '}
        <span className="block font-normal text-muted">
          <Email address={email} />
        </span>
      </>
    ),
  },
  { name: 'Role', cell: ({ role }) => roleNames[role] },
  {
    name: 'Two-step sign-in',
    cell: ({ hasSecondFactor }) => (
      <StatusPill tone={hasSecondFactor ? 'good' : 'attention'}>{hasSecondFactor ? 'On' : 'Off'}</StatusPill>
    ),
  },
  { name: 'Last sign-in', cell: ({ lastSignInAt: at }) => (at === null ? '–' : formatMoment(new Date(at))) },
  {
    name: 'Actions',
    cell: (person) => (
      <span className="data-buttons">
        <Button tone="quiet" onClick={() => onAct({ kind: 'role', person })}>
          Change role…
        </Button>
        <Button tone="quiet" onClick={() => onAct({ kind: 'end', person })}>
          Remove from the team…
        </Button>
      </span>
    ),
  },
];

const invitationColumns = (onAct: OnAct): readonly Column<OpenInvitation>[] => [
  { name: 'Email', hasLongWords: true, cell: ({ email }) => <Email address={email} /> },
  { name: 'Role', cell: ({ role }) => roleNames[role] },
  { name: 'Expires', cell: ({ expiresAt }) => formatMoment(new Date(expiresAt)) },
  {
    name: 'Actions',
    cell: (invitation) => (
      <Button tone="quiet" onClick={() => onAct({ kind: 'withdraw', invitation })}>
        Withdraw…
      </Button>
    ),
  },
];
