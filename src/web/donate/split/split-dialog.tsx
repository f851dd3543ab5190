import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { splitCalls } from '#contract/calls/split.ts';
import type { FeeTermsResponse } from '#contract/split.ts';
import { priceIn, serviceFeePercent, type Price } from '#domain/donation/pricing.ts';
import { chargeCurrency, currencies } from '#domain/money/currency.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { Money } from '#domain/money/money.ts';
import { feesDiffer, expectedFee, type FeeTerms } from '#domain/split/split.ts';
import { callEndpoint } from '#web/api.ts';
import { SplitView, toMoney } from '#web/split/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FailedBox } from '#web/ui/feedback/failed-box.tsx';
import { frequencySuffix } from '../draft/draft.ts';
import type { Donation } from '../use-donation.ts';

interface SplitDialogProps {
  readonly donation: Donation;
  readonly onClose: () => void;
}

/** Says what the service fee is for, and where each cent of the charge will go. */
export function SplitDialog({ donation, onClose }: SplitDialogProps): JSX.Element {
  const { draft, rates } = donation;
  const charge = priceIn(draft.basket, chargeCurrency, rates);
  const suffix = frequencySuffix(draft.frequency);
  const isEmpty = draft.basket.kind === 'empty';
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isEmpty ? 'About the service fee' : `Where ${formatMoney(charge.total)}${suffix} goes`}
    >
      <div className="grid gap-4">
        <p>
          {`The service fee of ${serviceFeePercent}% covers card processing and running this site, so your full subtotal goes to the charity.`}
        </p>
        {isEmpty ? (
          <p>Choose a snack or an amount to see where each cent goes.</p>
        ) : (
          <ChargeSplit {...{ donation, charge }} />
        )}
        <div className="dialog-buttons">
          <Button onClick={onClose}>Got it</Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Shows the charity's part and the service fee even if the providers' fee terms cannot be loaded. */
function ChargeSplit({ donation, charge }: { readonly donation: Donation; readonly charge: Price }): JSX.Element {
  const { charity, currency, draft } = donation;
  const terms = useQuery({
    queryKey: ['fee-terms'],
    queryFn: ({ signal }) => callEndpoint(splitCalls.getFeeTerms, { signal }),
  });
  const fee = feeOn(charge.total, terms.data?.card);
  const paypalFee = feeOn(charge.total, terms.data?.paypal);
  return (
    <>
      <SplitView
        split={{
          charityName: charity?.name ?? 'The charity you choose',
          charity: charge.subtotal,
          serviceFee: charge.serviceFee,
          fee: fee && { provider: 'card', amount: fee, isExpected: true },
          isFeeLoading: terms.isPending,
          suffix: frequencySuffix(draft.frequency),
        }}
      />
      <p role="status" className="sr-only">
        {terms.isPending && "Loading the card provider's fee…"}
      </p>
      {terms.isError && (
        <FailedBox text="We couldn't load what the card provider keeps." onRetry={() => void terms.refetch()} />
      )}
      {draft.frequency === 'once' && paypalFee && feesDiffer(fee, paypalFee) && (
        <p className="text-sm text-muted">{`If you pay with PayPal, it is expected to keep ${formatMoney(paypalFee)} instead.`}</p>
      )}
      {currency !== chargeCurrency && (
        <p className="text-sm text-muted">
          {`Amounts are in ${currencies[chargeCurrency].pluralName}, the currency your card is charged in.`}
        </p>
      )}
    </>
  );
}

function feeOn(total: Money, response: FeeTermsResponse | null | undefined): Money | undefined {
  return response ? expectedFee(toTerms(response), total) : undefined;
}

const toTerms = ({ basisPoints, fixed, currency }: FeeTermsResponse): FeeTerms => ({
  basisPoints,
  fixed: toMoney({ amount: fixed, currency }),
});
