import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { accountCareSentences } from '#contract/account-care.ts';
import { accountEndpoints } from '#contract/account-endpoints.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { forgetPrivateAnswers } from '#web/session/index.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { FieldProblem } from '#web/ui/field-problem.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { sentenceOf } from '#web/ui/tell-refusal.ts';
import { DeadLink, LinkPage, Outcome } from './link-page.tsx';
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

function Confirmation({ token }: { readonly token: string }): JSX.Element {
  const cache = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => callEndpoint(accountEndpoints.confirmEmail, { body: { token } }),
    onSuccess: () => forgetPrivateAnswers(cache), // the address stands in more than one of them
  });
  if (data) return <Confirmed email={data.email} />;
  if (error instanceof ApiError && isFinal(error)) return <NoConfirmation sentence={error.sentence} />;
  return (
    <>
      <p>One press, and receipts and news of your account come to the right place.</p>
      <div>
        <Button size="large" aria-disabled={isPending} onClick={() => !isPending && mutate()}>
          {isPending ? 'Confirming…' : 'Confirm my address'}
        </Button>
        <FieldProblem sentence={error ? sentenceOf(error) : undefined} />
      </div>
    </>
  );
}

const Confirmed = ({ email }: { readonly email: string }): JSX.Element => (
  <Outcome
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
  </Outcome>
);

/** A link that will not work at a second try either. */
const isFinal = ({ code }: ApiError): boolean => code === 'link_invalid' || code === 'email_taken';

const NoConfirmation = ({ sentence }: { readonly sentence: string }): JSX.Element => (
  <DeadLink sentence={sentence} to="/account">
    To your account
  </DeadLink>
);
