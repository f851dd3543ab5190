import type { JSX } from 'react';
import type { DonationEntry, PayoutEntry, ReversalEntry } from '#domain/public-log/log-entry.ts';
import type { InclusionEvidence } from '#domain/public-log/receipt-proof.ts';
import { donationSentence, payoutSentence } from './entry-sentences.ts';
import { Checked, Holds, Limits, SameLogLimit, SignedHead } from './result.tsx';
import type { WhoseKey } from './whose-key.ts';

interface PayoutVerdictProps {
  readonly donation: DonationEntry | ReversalEntry;
  readonly payout: PayoutEntry;
  readonly evidence: InclusionEvidence;
  readonly whoseKey: Exclude<WhoseKey, 'foreign'>;
}

/** A payout in the log names the donation. */
export const PayoutVerdict = ({
  donation,
  payout,
  evidence: { leafIndex, head },
  whoseKey,
}: PayoutVerdictProps): JSX.Element => (
  <Holds whoseKey={whoseKey} title={`The payout names this ${donation.kind}`}>
    <Checked whoseKey={whoseKey}>
      <li>{donationSentence(donation)}</li>
      <li>{payoutSentence(payout)}</li>
      <li>The payout is leaf {leafIndex} of the log. If either differed by a single cent, the check would fail.</li>
      <SignedHead head={head} />
    </Checked>
    <Limits>
      <SameLogLimit head={head} />
      <li>
        That our bank sent the money, or that it arrived: the log only shows what our books say. The charity can look
        for the reference in its account.
      </li>
      <li>Whether any of the donation was refunded, or whether the bank returned the payout later.</li>
    </Limits>
  </Holds>
);
