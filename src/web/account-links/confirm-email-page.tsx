import { useQueryClient } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { accountSettingsSentences } from '#contract/account/account-settings.ts';
import { accountCalls } from '#contract/calls/account.ts';
import { failureText } from '#web/api-error.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { forgetPrivateResponses } from '#web/session/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ActionButton } from '#web/ui/action-button.tsx';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { DeadLink, LinkPage, LinkOutcome, useLinkToken } from './link-page.tsx';

/** `/confirm-email#{token}`: confirms an address with a button, because programs that scan emails open links too. */
export default function ConfirmEmailPage(): JSX.Element {
  const link = useLinkToken();
  return (
    <LinkPage
      title="Confirm your address"
      description="Confirm your email address with the link we sent you."
      path="/confirm-email"
    >
      {link.code === 'loading' && <Spinner label="Reading your link…" />}
      {link.code === 'missing' && <NoConfirmation sentence={accountSettingsSentences.linkInvalid} />}
      {link.code === 'found' && <Confirmation token={link.token} />}
    </LinkPage>
  );
}

type Outcome = { readonly code: 'open' } | { readonly code: 'confirmed'; readonly email: string } | Refusal;

/** `dead` means that trying again cannot help. */
interface Refusal {
  readonly code: 'dead' | 'failed';
  readonly sentence: string;
}

function Confirmation({ token }: { readonly token: string }): JSX.Element {
  const cache = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>({ code: 'open' });
  const confirm = async (): Promise<void> => {
    try {
      const { email } = await callEndpoint(accountCalls.confirmEmail, { body: { token } });
      forgetPrivateResponses(cache); // several cached responses contain the address
      setOutcome({ code: 'confirmed', email });
    } catch (problem) {
      setOutcome({ code: isFinal(problem) ? 'dead' : 'failed', sentence: failureText(problem) });
    }
  };
  if (outcome.code === 'confirmed') return <Confirmed email={outcome.email} />;
  if (outcome.code === 'dead') return <NoConfirmation sentence={outcome.sentence} />;
  return (
    <>
      <p>Confirm your email address so that receipts and account emails reach you.</p>
      <div>
        <ActionButton size="large" run={confirm} busyText="Confirming…">
          Confirm my address
        </ActionButton>
        <FieldProblem sentence={outcome.code === 'failed' ? outcome.sentence : undefined} />
      </div>
    </>
  );
}

const Confirmed = ({ email }: { readonly email: string }): JSX.Element => (
  <LinkOutcome
    picture="/art/bowl.svg"
    text={
      <>
        Thank you. <strong>{email}</strong> is confirmed.
      </>
    }
  >
    <ButtonLink to="/account">Your account</ButtonLink>
    <ButtonLink to="/" tone="secondary">
      Back to Home
    </ButtonLink>
  </LinkOutcome>
);

const isFinal = (problem: unknown): boolean =>
  problem instanceof ApiError && (problem.code === 'link_invalid' || problem.code === 'email_taken');

const NoConfirmation = ({ sentence }: { readonly sentence: string }): JSX.Element => (
  <DeadLink sentence={sentence} to="/account">
    Go to your account
  </DeadLink>
);
