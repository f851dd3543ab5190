import type { JSX, ReactNode } from 'react';
import type { DonationDetail } from '#contract/admin/donations/detail.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { formatMoment } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import { providerNames } from '../ui/provider-names.ts';
import { kindNames, StatePill } from './donation-state.tsx';

/** The facts about a donation. */
export const DonationFacts = ({ donation }: { readonly donation: DonationDetail }): JSX.Element => (
  <dl className="donation-facts">
    {factsOf(donation).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

function factsOf(donation: DonationDetail): readonly (readonly [string, ReactNode])[] {
  const { charged, serviceFee, remaining, currency, card, planId, sessionId, paymentId } = donation;
  const facts: (readonly [string, ReactNode | null])[] = [
    ['State', <StatePill key="state" state={donation.state} />],
    ['Charged', `${formatDecimal(charged, currency)}, with a service fee of ${formatDecimal(serviceFee, currency)}`],
    ['Left to refund', formatDecimal(remaining, currency)],
    ['Donation', `${formatDecimal(donation.amount, baseCurrency)} · ${donation.label} · ${kindNames[donation.kind]}`],
    ['Charity', donation.charityName],
    ['Date', formatMoment(new Date(donation.at))],
    ['Donor', donorOf(donation)],
    ['Receipt goes to', receiptAddressOf(donation)],
    ['Provider', providerNames[donation.provider]],
    ['Card', card && <span key="card" className="capitalize">{`${card.brand} •••• ${card.lastFour}`}</span>],
    ['Transaction ID', <code key="id">{donation.id}</code>],
    ['Session', sessionId && <code key="session">{sessionId}</code>],
    ['Payment', paymentId && <code key="payment">{paymentId}</code>],
    ['Plan', planId && <code key="plan">{planId}</code>],
  ];
  return facts.filter(([, value]) => value !== null);
}

/** Returns a link to the page of the account, or of a guest with a known address. */
function donorOf({ donorName, email, donorId, intentId, payerEmail }: DonationDetail): ReactNode {
  if (donorId === null && payerEmail === null) return 'Guest';
  return (
    <Link to={`/admin/donors/${donorId ?? intentId}`} className="link">
      {donorId === null ? 'Guest' : <bdi>{[donorName, email].filter(Boolean).join(' · ')}</bdi>}
    </Link>
  );
}

function receiptAddressOf({ paidBy, payerEmail, isPayerErased, email }: DonationDetail): ReactNode {
  if (paidBy === 'donor') return <bdi>{email ?? 'No one: the account was deleted'}</bdi>;
  if (isPayerErased) return 'No one: the address was erased on request';
  return <bdi>{payerEmail ?? 'No one: no address is known'}</bdi>;
}
