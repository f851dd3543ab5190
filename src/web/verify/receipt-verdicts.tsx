import type { JSX } from 'react';
import type { DonationEntry, ReversalEntry } from '#domain/public-log/log-entry.ts';
import type { InclusionEvidence, PromiseEvidence } from '#domain/public-log/receipt-proof.ts';
import { formatDay } from '#web/ui/format-date.ts';
import { donationSentence } from './entry-sentences.ts';
import { CheckedFacts, ValidProof, Limits, SameLogLimit, SignedHead } from './result.tsx';
import type { ShownKeyOwner } from './key-owner.ts';

interface ReceiptProps<Evidence> {
  readonly entry: DonationEntry | ReversalEntry;
  readonly evidence: Evidence;
  readonly keyOwner: ShownKeyOwner;
}

/** The entry of a receipt is in the public log. */
export const IncludedVerdict = ({
  entry,
  evidence: { leafIndex, head },
  keyOwner,
}: ReceiptProps<InclusionEvidence>): JSX.Element => (
  <ValidProof keyOwner={keyOwner} title="This receipt is in the log">
    <CheckedFacts keyOwner={keyOwner}>
      <li>{donationSentence(entry)}</li>
      <li>Exactly this is leaf {leafIndex} of the log. If only one cent were different, the check would fail.</li>
      <SignedHead head={head} />
    </CheckedFacts>
    <Limits>
      <SameLogLimit head={head} />
      <li>That the money moved, and whether it was refunded later: the log only shows that our books do not change.</li>
    </Limits>
  </ValidProof>
);

/** The entry of a receipt is promised to be in the public log. */
export const PromisedVerdict = ({
  entry,
  evidence: { includedBy, keyId },
  keyOwner,
}: ReceiptProps<PromiseEvidence>): JSX.Element => (
  <ValidProof keyOwner={keyOwner} title="This is our signed promise">
    <CheckedFacts keyOwner={keyOwner}>
      <li>{donationSentence(entry)}</li>
      <li>
        The key {keyId} signed the promise that exactly this is in the log by {formatDay(new Date(includedBy))}.
      </li>
    </CheckedFacts>
    <Limits>
      <li>That it is in the log: open your receipt again, a minute after the payment, and check its proof.</li>
      <li>That the money moved: the log only shows that our books do not change.</li>
    </Limits>
  </ValidProof>
);
