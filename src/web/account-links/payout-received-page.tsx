import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { confirmationCalls } from '#contract/calls/payout-confirmation.ts';
import { confirmationSentences, type StatedPayout } from '#contract/payout-confirmation.ts';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { formatCount, formatWithCode } from '#domain/money/format.ts';
import { fromDecimal } from '#domain/money/money.ts';
import { failureText } from '#web/api-error.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { formatCalendarDay, formatMoment } from '#web/ui/format-date.ts';
import { LinkOutcome, LinkPage, useLinkToken } from './link-page.tsx';

/** `/payout-received#{token}`: a charity confirms that a payout has arrived, with a button: opening the link confirms nothing. */
export default function PayoutReceivedPage(): JSX.Element {
  const link = useLinkToken();
  return (
    <LinkPage
      title="Has this payment arrived?"
      description="Confirm that our payment has arrived."
      path="/payout-received"
    >
      {link.code === 'loading' && <Spinner label="Reading your link…" />}
      {link.code === 'missing' && <UnknownLink />}
      {link.code === 'found' && <PayoutQuestion token={link.token} />}
    </LinkPage>
  );
}

function PayoutQuestion({ token }: { readonly token: string }): JSX.Element {
  return (
    <QueryView
      query={useStatedPayout(token)}
      loading={<Spinner label="Looking for the payment…" />}
      failure="We couldn't load this payment."
    >
      {(payout) => (payout ? <Payout token={token} payout={payout} /> : <UnknownLink />)}
    </QueryView>
  );
}

interface PayoutProps {
  readonly token: string;
  readonly payout: StatedPayout;
}

const Payout = ({ token, payout }: PayoutProps): JSX.Element => (
  <>
    <dl className="stated-payout">
      {linesOf(payout).map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    {payout.returnedOn !== null && <Returned payout={payout} />}
    {payout.returnedOn === null && <Confirmation token={token} payout={payout} />}
  </>
);

function linesOf(payout: StatedPayout): readonly (readonly [string, string])[] {
  const amount = isCurrencyCode(payout.currency) ? fromDecimal(payout.amount, payout.currency) : undefined;
  return [
    ['To', payout.charityName],
    ['Amount', amount ? formatWithCode(amount) : `${payout.amount} ${payout.currency}`],
    ['Transferred on', formatCalendarDay(payout.paidOn)],
    ['Bank reference', payout.reference],
    ['Donations', formatCount(payout.donations)],
  ];
}

/** Shows the button, or thanks after someone has confirmed the payment. */
function Confirmation({ token, payout }: PayoutProps): JSX.Element {
  const cache = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const confirm = async (): Promise<void> => {
    setProblem(undefined);
    try {
      cache.setQueryData(keyOf(token), await callEndpoint(confirmationCalls.confirmPayout, { body: { token } }));
    } catch (failed) {
      setProblem(failureText(failed));
      if (failed instanceof ApiError && failed.status === 409)
        await cache.invalidateQueries({ queryKey: keyOf(token) });
    }
  };
  if (payout.confirmedAt !== null)
    return (
      <LinkOutcome
        picture="/art/bowl.svg"
        text={`Thank you. You confirmed this payment on ${formatMoment(new Date(payout.confirmedAt))}. We tell the donors.`}
      >
        <HomeLink />
      </LinkOutcome>
    );
  return (
    <div>
      <p className="mb-4">Please press the button only when the money is in your account. We then tell the donors.</p>
      <ActionButton size="large" run={confirm} busyText="Saving…">
        We received this payment
      </ActionButton>
      <FieldProblem sentence={problem} />
    </div>
  );
}

const Returned = ({ payout }: Pick<PayoutProps, 'payout'>): JSX.Element => (
  <p>
    {`The bank returned this payment to us on ${formatCalendarDay(payout.returnedOn ?? '')}. A later payment includes its amount.`}
  </p>
);

const UnknownLink = (): JSX.Element => (
  <LinkOutcome picture="/art/fork-question.svg" text={confirmationSentences.linkUnknown}>
    <HomeLink />
  </LinkOutcome>
);

const HomeLink = (): JSX.Element => (
  <ButtonLink to="/" tone="secondary">
    Back to Home
  </ButtonLink>
);

const keyOf = (token: string) => ['stated-payout', token] as const;

/** Loads the payout that the link is about; null for an unknown link. */
const useStatedPayout = (token: string): UseQueryResult<StatedPayout | null> =>
  useQuery({ queryKey: keyOf(token), queryFn: ({ signal }) => fetchStatedPayout(token, signal) });

async function fetchStatedPayout(token: string, signal: AbortSignal): Promise<StatedPayout | null> {
  try {
    return await callEndpoint(confirmationCalls.showStatedPayout, { body: { token }, signal });
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 404) return null;
    throw problem;
  }
}
