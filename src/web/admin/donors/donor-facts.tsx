import type { JSX, ReactNode } from 'react';
import type { DonorDetail, DonorSum } from '#contract/admin/donors/detail.ts';
import { formatCountOf } from '#domain/money/format.ts';
import { formatDay } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import { Figure, Figures } from '../ui/figure.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import { KindPill } from './kind-pill.tsx';

/** Who the donor is, and what they gave in each currency. */
export const DonorFacts = ({ donor }: { readonly donor: DonorDetail }): JSX.Element => (
  <>
    <dl className="donor-facts">
      {factsOf(donor).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    {donor.sums.length > 0 && (
      <section aria-label="Sums">
        <Figures>
          {donor.sums.map((sum) => (
            <Figure
              key={sum.currency}
              name={`Given in ${sum.currency}`}
              value={formatDecimal(sum.charged, sum.currency)}
              note={noteOf(sum)}
            />
          ))}
        </Figures>
      </section>
    )}
  </>
);

const noteOf = ({ donations, returned, currency }: DonorSum): string =>
  formatCountOf(donations, 'donation') + (returned > 0 ? `, ${formatDecimal(returned, currency)} returned` : '');

function factsOf(donor: DonorDetail): readonly (readonly [string, ReactNode])[] {
  const { account, kind, name, email, at } = donor;
  const facts: (readonly [string, ReactNode | null])[] = [
    ['Kind', <KindPill key="kind" donor={donor} />],
    ['Name', name && <bdi key="name">{name}</bdi>],
    ['Username', account && account.username],
    ['Email', <bdi key="email">{email}</bdi>],
    [kind === 'guest' ? 'First donation' : 'Joined', formatDay(new Date(at))],
    ['Two-step sign-in', account && (account.hasSecondFactor ? 'On' : 'Off')],
    ['Country', account && account.country],
    ['Time zone', account && account.timeZone],
    ['Newsletter', newsletterOf(donor)],
    ['Analytics', 'Consent is kept in the browser only'],
    ['Same address', sameAddressOf(donor)],
    ['Donor ID', <code key="id">{donor.id}</code>],
  ];
  return facts.filter(([, value]) => value !== null);
}

function newsletterOf({ newsletter }: DonorDetail): string {
  if (!newsletter) return 'Not subscribed';
  const { status, requestedAt, confirmedAt, unsubscribedAt } = newsletter;
  switch (status) {
    case 'waiting':
      return `Requested on ${formatDay(new Date(requestedAt))}, not confirmed`;
    case 'confirmed':
      return `Subscribed on ${formatDay(new Date(confirmedAt ?? requestedAt))}`;
    case 'unsubscribed':
      return `Unsubscribed on ${formatDay(new Date(unsubscribedAt ?? requestedAt))}`;
  }
}

const sameAddressOf = ({ kind, sameAddressId }: DonorDetail): ReactNode =>
  sameAddressId && (
    <Link to={`/admin/donors/${sameAddressId}`} className="link">
      {kind === 'guest' ? 'Account with this address' : 'Donations as a guest'}
    </Link>
  );
