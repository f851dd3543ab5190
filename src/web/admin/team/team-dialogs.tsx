import type { JSX } from 'react';
import { endRequest, invitationRequest, roleRequest, type TeamResponse } from '#contract/admin/team.ts';
import { teamCalls } from '#contract/calls/admin/team.ts';
import { roleNames, staffRoles, type StaffRole } from '#domain/staff/rights.ts';
import { callEndpoint } from '#web/api.ts';
import { SelectField, TextField } from '#web/ui/form/fields.tsx';
import type { Problems } from '#web/ui/form/use-form.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { useReloadTeam } from './use-team.ts';

export type Person = TeamResponse['staff'][number];
export type OpenInvitation = TeamResponse['invitations'][number];

/** The action that an Owner is about to take. */
export type TeamAction =
  | { readonly kind: 'invite' }
  | { readonly kind: 'role' | 'end'; readonly person: Person }
  | { readonly kind: 'withdraw'; readonly invitation: OpenInvitation };

interface TeamDialogProps {
  readonly action: TeamAction | undefined;
  readonly onClose: () => void;
}

/** The dialog of the chosen action, if there is one. */
export function TeamDialog({ action, onClose }: TeamDialogProps): JSX.Element | null {
  const reload = useReloadTeam();
  const onDone = (): void => {
    reload();
    onClose();
  };
  switch (action?.kind) {
    case undefined:
      return null;
    case 'invite':
      return <InviteDialog onDone={onDone} onClose={onClose} />;
    case 'role':
      return <RoleDialog person={action.person} onDone={onDone} onClose={onClose} />;
    case 'end':
      return <EndDialog person={action.person} onDone={onDone} onClose={onClose} />;
    case 'withdraw':
      return <WithdrawDialog invitation={action.invitation} onDone={onDone} onClose={onClose} />;
  }
}

interface Handlers {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const InviteDialog = (handlers: Handlers): JSX.Element => (
  <ActionDialog
    {...handlers}
    isOpen
    title="Invite someone to the team"
    schema={invitationRequest}
    action="Send the invitation"
    busyText="Sending…"
    run={(body) => callEndpoint(teamCalls.inviteStaff, { body })}
    fields={invitationFields}
  >
    <p>
      We&apos;ll email a link that works once, for three days. New staff need two-step sign-in before they see anything.
    </p>
  </ActionDialog>
);

const RoleDialog = ({
  person: { id, username, role },
  ...handlers
}: Handlers & { readonly person: Person }): JSX.Element => (
  <ActionDialog
    {...handlers}
    isOpen
    title={`Change the role of ${username}?`}
    schema={roleRequest}
    action="Change the role"
    busyText="Changing…"
    run={(body) => callEndpoint(teamCalls.changeRole, { params: { id }, body })}
    fields={roleFields(role)}
  >
    <p>{username} gets the rights of the new role at once.</p>
  </ActionDialog>
);

const EndDialog = ({ person: { id, username }, ...handlers }: Handlers & { readonly person: Person }): JSX.Element => (
  <ActionDialog
    {...handlers}
    isOpen
    title={`Remove ${username} from the team?`}
    schema={endRequest}
    action="Remove from the team"
    busyText="Removing…"
    run={(body) => callEndpoint(teamCalls.endMembership, { params: { id }, body })}
  >
    <p>
      {username} loses every right at once, and keeps the account and its donations. Their requests waiting for approval
      are withdrawn.
    </p>
  </ActionDialog>
);

const WithdrawDialog = ({
  invitation: { id, email },
  ...handlers
}: Handlers & { readonly invitation: OpenInvitation }): JSX.Element => (
  <ActionDialog
    {...handlers}
    isOpen
    title="Withdraw this invitation?"
    schema={endRequest}
    action="Withdraw"
    busyText="Withdrawing…"
    run={(body) => callEndpoint(teamCalls.withdrawInvitation, { params: { id }, body })}
  >
    <p>The link that was sent to {email} stops working.</p>
  </ActionDialog>
);

const invitationFields = (problems: Problems): JSX.Element => (
  <>
    <TextField
      id="invitation-email"
      name="email"
      type="email"
      label="Email address"
      autoComplete="off"
      required
      problem={problems['email']}
    />
    <RoleField chosen="support" problem={problems['role']} />
  </>
);

const roleFields =
  (chosen: StaffRole) =>
  (problems: Problems): JSX.Element => <RoleField chosen={chosen} problem={problems['role']} />;

interface RoleFieldProps {
  /** The role that is selected at first. */
  readonly chosen: StaffRole;
  readonly problem: string | undefined;
}

const RoleField = ({ chosen, problem }: RoleFieldProps): JSX.Element => (
  <SelectField id="staff-role" name="role" label="Role" defaultValue={chosen} hint={hints} problem={problem}>
    {staffRoles.map((name) => (
      <option key={name} value={name}>
        {roleNames[name]}
      </option>
    ))}
  </SelectField>
);

const hints =
  'Owners may do everything. Finance handles money, Support messages and donors, Content texts and subscribers. Auditors only read.';
