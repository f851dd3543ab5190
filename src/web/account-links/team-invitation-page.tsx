import { useQueryClient } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { teamSentences } from '#contract/admin/team.ts';
import { teamCalls } from '#contract/calls/admin/team.ts';
import { hasRight, roleNames, type StaffRole } from '#domain/staff/rights.ts';
import { failureText } from '#web/api-error.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { beginSession, RequireDonor, useUser } from '#web/session/index.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { DeadLink, LinkOutcome, LinkPage, useLinkToken } from './link-page.tsx';

/** `/team-invitation#{token}`: joins the team, after signing in or registering with the invited address. */
export default function TeamInvitationPage(): JSX.Element {
  const link = useLinkToken();
  return (
    <LinkPage title="Join the team" description="Join the team with the link we sent you." path="/team-invitation">
      {link.code === 'loading' && <Spinner label="Reading your link…" />}
      {link.code === 'missing' && <NoInvitation sentence={teamSentences.linkInvalid} />}
      {link.code === 'found' && (
        <RequireDonor>
          <Joining token={link.token} />
        </RequireDonor>
      )}
    </LinkPage>
  );
}

type Outcome =
  | { readonly code: 'open' }
  | { readonly code: 'joined'; readonly role: StaffRole }
  | { readonly code: 'dead' | 'failed'; readonly sentence: string };

function Joining({ token }: { readonly token: string }): JSX.Element {
  const { user } = useUser();
  const cache = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>({ code: 'open' });
  const join = async (): Promise<void> => {
    try {
      const { role } = await callEndpoint(teamCalls.joinTeam, { body: { token } });
      if (user) beginSession(cache, { ...user, isAdmin: hasRight(role, 'readMessages') }); // pages may show more to the new role
      setOutcome({ code: 'joined', role });
    } catch (problem) {
      const isFinal =
        problem instanceof ApiError && (problem.code === 'link_invalid' || problem.code === 'already_staff');
      setOutcome({ code: isFinal ? 'dead' : 'failed', sentence: failureText(problem) });
    }
  };
  if (outcome.code === 'joined') return <Joined role={outcome.role} />;
  if (outcome.code === 'dead') return <NoInvitation sentence={outcome.sentence} />;
  return (
    <>
      <p>
        You are signed in as <strong>{user?.email}</strong>. The invitation works for the address that it was sent to.
      </p>
      <div>
        <ActionButton size="large" run={join} busyText="Joining…">
          Join the team
        </ActionButton>
        <FieldProblem sentence={outcome.code === 'failed' ? outcome.sentence : undefined} />
      </div>
    </>
  );
}

const Joined = ({ role }: { readonly role: StaffRole }): JSX.Element => (
  <LinkOutcome
    picture="/art/bowl.svg"
    text={`Welcome to the team. Your role is ${roleNames[role]}. Please turn on two-step sign-in: the admin pages open only then.`}
  >
    <ButtonLink to="/account#second-factor">Turn on two-step sign-in</ButtonLink>
    <ButtonLink to="/admin" tone="secondary">
      Open the admin pages
    </ButtonLink>
  </LinkOutcome>
);

const NoInvitation = ({ sentence }: { readonly sentence: string }): JSX.Element => (
  <DeadLink sentence={sentence} to="/account">
    Go to your account
  </DeadLink>
);
