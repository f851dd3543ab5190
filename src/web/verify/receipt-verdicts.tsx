import type { JSX } from 'react';
import type { DonationEntry, ReversalEntry } from '#domain/public-log/log-entry.ts';
import type { InclusionEvidence, PromiseEvidence } from '#domain/public-log/receipt-proof.ts';
import { formatDay } from '#web/ui/format-date.ts';
import { donationSentence } from './entry-sentences.ts';
import { Checked, Holds, Limits, SameLogLimit, SignedHead } from './result.tsx';
import type { WhoseKey } from './whose-key.ts';

interface ReceiptProps<Evidence> {
  readonly entry: DonationEntry | ReversalEntry;
  readonly evidence: Evidence;
  readonly whoseKey: Exclude<WhoseKey, 'foreign'>;
}

/** The entry of a receipt is in the log. */
export const IncludedVerdict = ({
  entry,
  evidence: { leafIndex, head },
  whoseKey,
}: ReceiptProps<InclusionEvidence>): JSX.Element => (
  <Holds whoseKey={whoseKey} title="This receipt is in the log">
    <Checked whoseKey={whoseKey}>
      <li>{donationSentence(entry)}</li>
      <li>Exactly this is leaf {leafIndex} of the log. If only one cent were different, the check would fail.</li>
      <SignedHead head={head} />
    </Checked>
    <Limits>
      <SameLogLimit head={head} />
      <li>That the money moved, and whether it was refunded later: the log only shows that our books do not change.</li>
    </Limits>
  </Holds>
);

/** The entry of a receipt is promised to be in the log. */
export const PromisedVerdict = ({
  entry,
  evidence: { includedBy, keyId },
  whoseKey,
}: ReceiptProps<PromiseEvidence>): JSX.Element => (
  <Holds whoseKey={whoseKey} title="This is our signed promise">
    <Checked whoseKey={whoseKey}>
      <li>{donationSentence(entry)}</li>
      <li>
        The key {keyId} signed the promise that exactly this is in the log by {formatDay(new Date(includedBy))}.
      </li>
    </Checked>
    <Limits>
      <li>That it is in the log: open your receipt again, a minute after the payment, and check its proof.</li>
      <li>That the money moved: the log only shows that our books do not change.</li>
    </Limits>
  </Holds>
);
