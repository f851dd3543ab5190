import type { JSX } from 'react';
import { publicLogCalls } from '#contract/calls/public/log.ts';
import type { ReceiptProof } from '#domain/public-log/receipt-proof.ts';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { Link } from '#web/ui/link.tsx';
import QrCode from '#web/ui/qr-code.tsx';
import { useProof, verifyAddress } from '#web/verify/index.ts';

/** The proof of a receipt: what it proves, and the ways to check it. */
export default function ProofPanel({ id }: { readonly id: string }): JSX.Element {
  return (
    <QueryView
      query={useProof(id)}
      loading={<Spinner label="Loading the proof…" />}
      failure="There is no proof of this receipt right now."
    >
      {(proof) => <Proof id={id} proof={proof} />}
    </QueryView>
  );
}

function Proof({ id, proof }: { readonly id: string; readonly proof: ReceiptProof }): JSX.Element {
  const address = verifyAddress(proof);
  return (
    <div className="grid gap-4">
      <p role="status">{sentenceOf(proof)}</p>
      <QrCode
        text={window.location.origin + address}
        label="QR code of the link that checks this receipt"
        correction="L"
        className="receipt-proof-code"
      />
      <p>
        Scan the code, or{' '}
        <Link to={address} className="link">
          check the receipt here
        </Link>
        . The link contains the proof, so anyone you send it to can check it without us. You can also{' '}
        <a href={fileAddressOf(id)} download="receipt-proof.json" className="link">
          keep the proof as a file
        </a>
        .
      </p>
    </div>
  );
}

const sentenceOf = ({ evidence }: ReceiptProof): string =>
  evidence.kind === 'inclusion'
    ? `Your donation is leaf ${evidence.leafIndex} of our public log, where no one can change it unnoticed.`
    : 'We promise, with our signature, that your donation will be in our public log within a day. It usually takes less than a minute.';

const fileAddressOf = (id: string): string =>
  publicLogCalls.getReceiptProof.path.replace(':id', encodeURIComponent(id));
