import { useRef, type JSX } from 'react';
import { revokeRequest, tokenLifetimesDays, tokenRequest, type ApiToken } from '#contract/admin/tokens.ts';
import { tokenCalls } from '#contract/calls/admin/tokens.ts';
import { callEndpoint } from '#web/api.ts';
import { SelectField, TextField } from '#web/ui/form/fields.tsx';
import type { Problems } from '#web/ui/form/use-form.ts';
import { ActionDialog } from '#web/admin/ui/action-dialog.tsx';

interface MakeTokenDialogProps {
  readonly onMade: (token: string) => void;
  readonly onClose: () => void;
}

export function MakeTokenDialog({ onMade, onClose }: MakeTokenDialogProps): JSX.Element {
  const made = useRef('');
  return (
    <ActionDialog
      isOpen
      title="Make a token"
      schema={tokenRequest}
      action="Make the token"
      busyText="Making…"
      run={async (body) => {
        made.current = (await callEndpoint(tokenCalls.makeToken, { body })).token;
      }}
      fields={tokenFields}
      fieldOfCode={{ password_wrong: 'password' }}
      onDone={() => onMade(made.current)}
      onClose={onClose}
    >
      <p>The token always has the rights of your current role. It ends when you change your password.</p>
    </ActionDialog>
  );
}

const tokenFields = (problems: Problems): JSX.Element => (
  <>
    <TextField
      id="token-name"
      name="name"
      label="Name"
      hint="What the token is for."
      autoComplete="off"
      required
      problem={problems['name']}
    />
    <SelectField id="token-days" name="days" label="Works for" defaultValue="90" problem={problems['days']}>
      {tokenLifetimesDays.map((days) => (
        <option key={days} value={days}>
          {days} days
        </option>
      ))}
    </SelectField>
    <TextField
      id="token-password"
      name="password"
      type="password"
      label="Your password"
      autoComplete="current-password"
      required
      problem={problems['password']}
    />
  </>
);

interface RevokeTokenDialogProps {
  readonly token: ApiToken;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export const RevokeTokenDialog = ({
  token: { id, name, username },
  ...handlers
}: RevokeTokenDialogProps): JSX.Element => (
  <ActionDialog
    {...handlers}
    isOpen
    title={`Revoke ${name}?`}
    schema={revokeRequest}
    action="Revoke the token"
    busyText="Revoking…"
    run={(body) => callEndpoint(tokenCalls.revokeToken, { params: { id }, body })}
  >
    <p>Programs that use this token of {username} are refused from now on.</p>
  </ActionDialog>
);
