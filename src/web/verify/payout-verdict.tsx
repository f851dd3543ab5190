import type { JSX } from 'react';
import type { DonationEntry, PayoutEntry, ReversalEntry } from '#domain/public-log/log-entry.ts';
import type { InclusionEvidence } from '#domain/public-log/receipt-proof.ts';
import { donationSentence, payoutSentence } from './entry-sentences.ts';
import { CheckedFacts, ValidProof, Limits, SameLogLimit, SignedHead } from './result.tsx';
import type { ShownKeyOwner } from './key-owner.ts';

interface PayoutVerdictProps {
  readonly donation: DonationEntry | ReversalEntry;
  readonly payout: PayoutEntry;
  readonly evidence: InclusionEvidence;
  readonly keyOwner: ShownKeyOwner;
}

/** A payout in the public log names the donation. */
export const PayoutVerdict = ({
  donation,
  payout,
  evidence: { leafIndex, head },
  keyOwner,
}: PayoutVerdictProps): JSX.Element => (
  <ValidProof keyOwner={keyOwner} title={`The payout names this ${donation.kind}`}>
    <CheckedFacts keyOwner={keyOwner}>
      <li>{donationSentence(donation)}</li>
      <li>{payoutSentence(payout)}</li>
      <li>The payout is leaf {leafIndex} of the log. If either differed by a single cent, the check would fail.</li>
      <SignedHead head={head} />
    </CheckedFacts>
    <Limits>
      <SameLogLimit head={head} />
      <li>
        That our bank sent the money, or that it arrived: the log only shows what our books say. The charity can look
        for the reference in its account.
      </li>
      <li>Whether any of the donation was refunded, or whether the bank returned the payout later.</li>
    </Limits>
  </ValidProof>
);
