import type { JSX } from 'react';
import type { BatchResponse } from '#contract/admin/money/payouts.ts';
import { payoutCalls } from '#contract/calls/admin/money/payouts.ts';
import { fileAddress } from '#web/api.ts';
import { OwnFileLink } from '#web/session/index.ts';
import { formatDecimal } from '../ui/format-decimal.ts';

/** One payment file and one table for each currency. */
export const BankFiles = ({ batch: { id, sums } }: { readonly batch: BatchResponse }): JSX.Element => (
  <section aria-labelledby="files">
    <h2 id="files">Bank files</h2>
    <ul className="payouts-files">
      {sums.map(({ amount, currency }) => (
        <li key={currency}>
          {`${formatDecimal(amount, currency)}: `}
          <OwnFileLink href={fileAddress(payoutCalls.downloadPaymentFile, { id, currency })} className="link">
            {`Payment file (${currency})`}
          </OwnFileLink>
          <OwnFileLink href={fileAddress(payoutCalls.downloadTransfers, { id, currency })} className="link">
            {`Table (${currency})`}
          </OwnFileLink>
        </li>
      ))}
    </ul>
  </section>
);
