import type { JSX, ReactNode } from 'react';
import { receiptNotFound } from '#contract/receipt.ts';
import { reportCalls } from '#contract/calls/public/report.ts';
import { receiptWords } from '#domain/donation/receipt-words.ts';
import { fileAddress } from '#web/api.ts';
import { siteName } from '#web/page-settings.ts';
import { OwnFileLink } from '#web/session/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import type { ReceiptLines, ReceiptView } from './receipt-view.ts';
import rules from './receipt.css?inline';

adoptStyles(rules);

interface ReceiptProps {
  readonly receipt: ReceiptView;
  /** Printed below the lines of the receipt. */
  readonly children?: ReactNode;
}

/** The donation as a till receipt with a torn edge. */
export function Receipt({ receipt, children }: ReceiptProps): JSX.Element {
  return (
    <section aria-labelledby="receipt-heading" className="receipt">
      <div className="receipt-shadow">
        <div className="receipt-paper font-mono">
          <header className="receipt-head">
            <p className="receipt-brand">{siteName()}</p>
            <h2 id="receipt-heading">Donation receipt</h2>
          </header>
          <Amounts receipt={receipt} />
          <dl className="receipt-lines">
            {receipt.recipient !== '' && <ReceiptLine term="Recipient" text={receipt.recipient} />}
            <ReceiptLine term="Date" text={receipt.date} />
            <ReceiptLine term="Transaction ID" text={receipt.transactionId} />
          </dl>
          {!receipt.isConfirmed && (
            <p className="receipt-unconfirmed">
              <Icon name="warning" />
              <span>{receiptNotFound}</span>
            </p>
          )}
          {children}
          <p className="receipt-foot">This is not an official receipt for income tax purposes.</p>
        </div>
      </div>
      {receipt.isConfirmed && <SaveReceipt id={receipt.transactionId} />}
    </section>
  );
}

function Amounts({ receipt }: { receipt: ReceiptView }): JSX.Element {
  const { snackName, isMonthly, amount, lines } = receipt;
  return (
    <>
      <dl className="receipt-lines">
        {snackName !== '' && <ReceiptLine term="For" text={isMonthly ? `${snackName}, monthly` : snackName} />}
        <ReceiptLine term={receiptWords.amount} text={amount} />
        {lines && <ReceiptLine term={receiptWords.serviceFee} text={lines.serviceFee} />}
        {lines && <ReceiptLine term={receiptWords.total} text={lines.total} isStrong />}
      </dl>
      {lines && <ChargedLines lines={lines} />}
    </>
  );
}

const ChargedLines = ({ lines }: { lines: ReceiptLines }): JSX.Element => (
  <dl className="receipt-lines">
    <ReceiptLine term={receiptWords.charged[lines.paidWith]} text={lines.charged} isStrong />
    <div className="receipt-parts">
      <dt className="sr-only">Of which</dt>
      <dd>{lines.chargedParts}</dd>
    </div>
    {lines.reversal && <ReceiptLine term={lines.reversal.name} text={lines.reversal.amount} isStrong />}
  </dl>
);

interface ReceiptLineProps {
  readonly term: string;
  readonly text: string;
  readonly isStrong?: boolean;
}

const ReceiptLine = ({ term, text, isStrong = false }: ReceiptLineProps): JSX.Element => (
  <div className="receipt-line" data-strong={isStrong}>
    <dt>{term}</dt>
    <dd>{text}</dd>
  </div>
);

const SaveReceipt = ({ id }: { id: string }): JSX.Element => (
  <p className="flex flex-wrap justify-center gap-x-2 print:hidden">
    <Button tone="quiet" onClick={() => window.print()}>
      Print receipt
    </Button>
    <OwnFileLink
      href={fileAddress(reportCalls.downloadReceipt, { id })}
      returnTo="/donation-history"
      className="button button-quiet"
    >
      Receipt (PDF)
    </OwnFileLink>
  </p>
);
