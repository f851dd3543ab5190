import { useEffect, useState, type JSX, type ReactNode } from 'react';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { formatMoneyForAnyone } from '#domain/money/format.ts';
import { fromDecimal } from '#domain/money/money.ts';
import type { DonationEntry, ReversalEntry } from '#domain/public-log/log-entry.ts';
import type { ReceiptProof } from '#domain/public-log/receipt-proof.ts';
import { formatDay } from '#web/ui/format-date.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { checkProof, readProofFile, type ProofResult } from './check-proof.ts';
import { readLink } from './proof-link.ts';

interface Checked {
  readonly proof: ReceiptProof | undefined;
  readonly result: ProofResult;
}

/** What the check of a proof has found. `source` is the part of a link after the address, or a file. */
export default function Verdict({ source }: { readonly source: string | File }): JSX.Element {
  const [checked, setChecked] = useState<Checked>();
  useEffect(() => {
    let isWanted = true;
    void check(source).then((found) => isWanted && setChecked(found));
    return () => {
      isWanted = false;
    };
  }, [source]);
  if (!checked) return <Spinner label="Checking the proof…" />;
  const { proof, result } = checked;
  switch (result.code) {
    case 'unsupported':
      return (
        <Result tone="refused" title="Your browser cannot check this here">
          <p>It offers no cryptography on this page. Open the page at an address that begins with https.</p>
        </Result>
      );
    case 'refused':
      return (
        <Result tone="refused" title="This proof does not hold">
          <p>{problems[result.problem]}</p>
          <p>Get the proof again from your receipt. If it still does not hold, please write to us.</p>
        </Result>
      );
    case 'promised':
      return <Promised proof={proof} entry={result.entry} keyId={result.keyId} />;
    case 'included':
      return <Included proof={proof} entry={result.entry} keyId={result.keyId} />;
  }
}

async function check(source: string | File): Promise<Checked> {
  const proof = typeof source === 'string' ? readLink(source) : await readProofFile(source);
  return { proof, result: await checkProof(proof) };
}

const problems = {
  not_a_proof: 'This is not the proof of a receipt, or a part of it is missing.',
  entry_unreadable: 'It does not say what was donated.',
  field_malformed: 'A part of it is damaged.',
  key_of_other_id: 'The key in it is not the one that it names.',
  signature_wrong: 'The signature does not match: something in it was changed, or it was not signed with this key.',
  not_in_tree: 'What it says is not what is in the log: the amount, the charity or something else was changed.',
} as const;

interface EvidenceProps {
  readonly proof: ReceiptProof | undefined;
  readonly entry: DonationEntry | ReversalEntry;
  readonly keyId: string;
}

function Included({ proof, entry, keyId }: EvidenceProps): JSX.Element | null {
  if (proof?.evidence.kind !== 'inclusion') return null;
  const { head, leafIndex } = proof.evidence;
  return (
    <Result tone="holds" title="This receipt is in the log">
      <List title="What was checked">
        <li>{sentenceOf(entry)}</li>
        <li>Exactly this is leaf {leafIndex} of the log. If only one cent were different, the check would fail.</li>
        <li>
          The key {keyId} signed the log with {head.treeSize} {head.treeSize === 1 ? 'leaf' : 'leaves'} on{' '}
          {formatDay(new Date(head.signedAt))}.
        </li>
      </List>
      <Limits>
        <li>
          That everyone sees the same log: someone else’s proof from the same time must have the same head,{' '}
          <code className="wrap-anywhere">{head.rootHash}</code>
        </li>
        <li>
          That the money moved, and whether it was refunded later: the log only shows that our books do not change.
        </li>
      </Limits>
    </Result>
  );
}

function Promised({ proof, entry, keyId }: EvidenceProps): JSX.Element | null {
  if (proof?.evidence.kind !== 'promise') return null;
  return (
    <Result tone="holds" title="This is our signed promise">
      <List title="What was checked">
        <li>{sentenceOf(entry)}</li>
        <li>
          The key {keyId} signed the promise that exactly this is in the log by{' '}
          {formatDay(new Date(proof.evidence.includedBy))}.
        </li>
      </List>
      <Limits>
        <li>That it is in the log: open your receipt again, a minute after the payment, and check its proof.</li>
        <li>That the money moved: the log only shows that our books do not change.</li>
      </Limits>
    </Result>
  );
}

/** What no check in this page can show. */
const Limits = ({ children }: { readonly children: ReactNode }): JSX.Element => (
  <List title="What this cannot show">
    <li>Whose key it is: compare its number with one that you did not get from this page.</li>
    <li>
      That this page is honest: its script comes from our server. The program tools/verify-receipt.ts checks the proof
      file without it.
    </li>
    {children}
  </List>
);

const List = ({ title, children }: { readonly title: string; readonly children: ReactNode }): JSX.Element => (
  <>
    <h3 className="text-lg">{title}</h3>
    <ul className="grid list-disc gap-2 pl-6">{children}</ul>
  </>
);

interface ResultProps {
  readonly tone: 'holds' | 'refused';
  readonly title: string;
  readonly children: ReactNode;
}

const Result = ({ tone, title, children }: ResultProps): JSX.Element => (
  <article className="grid gap-4 rounded-card border border-line bg-white p-4 md:p-8">
    <h2 className={`flex items-center gap-2 text-2xl ${tone === 'holds' ? 'text-leaf' : 'text-danger'}`}>
      <Icon name={tone === 'holds' ? 'check' : 'warning'} />
      {title}
    </h2>
    {children}
  </article>
);

function sentenceOf(entry: DonationEntry | ReversalEntry): string {
  const amount = (text: string): string => {
    const money = isCurrencyCode(entry.currency) ? fromDecimal(Number(text), entry.currency) : undefined;
    return money ? formatMoneyForAnyone(money) : `${text} ${entry.currency}`;
  };
  const parts = `${amount(entry.amount)} for ${entry.charityName} and ${amount(entry.serviceFee)} service fee`;
  if (entry.kind === 'donation')
    return `${amount(entry.total)} was paid on ${formatDay(new Date(entry.paidAt))}: ${parts}.`;
  const what = entry.kind === 'refund' ? 'refunded' : 'taken back by a bank';
  return `${amount(entry.total)} was ${what} on ${formatDay(new Date(entry.reversedAt))}: ${parts}.`;
}
