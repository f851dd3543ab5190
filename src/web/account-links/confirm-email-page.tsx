import { useQueryClient } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { accountCareSentences } from '#contract/account-care.ts';
import { accountEndpoints } from '#contract/account-endpoints.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { forgetPrivateAnswers } from '#web/session/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { DeedButton } from '#web/ui/deed-button.tsx';
import { FieldProblem } from '#web/ui/field-problem.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { sentenceOf } from '#web/ui/tell-refusal.ts';
import { DeadLink, LinkPage, LinkOutcome } from './link-page.tsx';
import { useLinkToken } from './use-link-token.ts';

/** `/confirm-email#{token}`: confirms an address at the press of a button, since programs that scan mail open links too. */
export default function ConfirmEmailPage(): JSX.Element {
  const link = useLinkToken();
  return (
    <LinkPage
      title="Confirm your address"
      description="Confirm your e-mail address by the link from your mail."
      path="/confirm-email"
    >
      {link.code === 'loading' && <Spinner label="Reading your link…" />}
      {link.code === 'missing' && <NoConfirmation sentence={accountCareSentences.linkInvalid} />}
      {link.code === 'found' && <Confirmation token={link.token} />}
    </LinkPage>
  );
}

/** What pressing the button has come to. */
type Outcome = { readonly code: 'open' } | { readonly code: 'confirmed'; readonly email: string } | Refusal;

/** `dead` for a link that will not work at a second try either. */
interface Refusal {
  readonly code: 'dead' | 'failed';
  readonly sentence: string;
}

function Confirmation({ token }: { readonly token: string }): JSX.Element {
  const cache = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>({ code: 'open' });
  const confirm = async (): Promise<void> => {
    try {
      const { email } = await callEndpoint(accountEndpoints.confirmEmail, { body: { token } });
      forgetPrivateAnswers(cache); // the address stands in more than one of them
      setOutcome({ code: 'confirmed', email });
    } catch (problem) {
      setOutcome({ code: isFinal(problem) ? 'dead' : 'failed', sentence: sentenceOf(problem) });
    }
  };
  if (outcome.code === 'confirmed') return <Confirmed email={outcome.email} />;
  if (outcome.code === 'dead') return <NoConfirmation sentence={outcome.sentence} />;
  return (
    <>
      <p>One press, and receipts and news of your account come to the right place.</p>
      <div>
        <DeedButton size="large" run={confirm} busyText="Confirming…">
          Confirm my address
        </DeedButton>
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
    To your account
  </DeadLink>
);
