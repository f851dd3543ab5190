import { lazy, type JSX } from 'react';
import { currencies, type CurrencyCode } from '#domain/money/currency.ts';
import { formatCount, formatCountOf, formatMoneyForAnyone } from '#domain/money/format.ts';
import { money } from '#domain/money/money.ts';
import type { MoneyFigures } from '#domain/transparency/figures.ts';
import { groupDonationsMin } from '#domain/transparency/groups.ts';
import type { TransparencyPage } from '#domain/transparency/transparency-page.ts';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { formatCalendarDay } from '#web/ui/format-date.ts';

// The charts are in the server's markup; their script is loaded after the page's own.
const CharityFigures = lazy(async () => ({ default: (await import('./transparency-charts.tsx')).CharityFigures }));

/** What was received and where it went, by currency and charity. */
export function MoneySection({ page: { figures, names } }: { readonly page: TransparencyPage }): JSX.Element {
  const { until, medianDays } = figures;
  return (
    <section aria-labelledby="money-heading">
      <h2 id="money-heading">Received and paid out</h2>
      {until === null ? (
        <p>There is nothing to show yet: figures begin with the first {groupDonationsMin} donations to a charity.</p>
      ) : (
        <>
          <p>
            Donations up to {formatCalendarDay(until)}, in groups of at least {groupDonationsMin}, so that no figure
            shows what a single person gave. What does not make up a group yet is in none of the figures.
          </p>
          <p>
            {medianDays === null
              ? 'Nothing has been paid to a charity yet.'
              : `Half of the donations that were paid out reached their charity within ${formatCountOf(medianDays, 'day')}.`}
          </p>
        </>
      )}
      {figures.currencies.map((sums) => (
        <section key={sums.currency} aria-labelledby={`money-${sums.currency}`} className="transparency-currency">
          <h3 id={`money-${sums.currency}`}>In {currencies[sums.currency].pluralName}</h3>
          <Totals sums={sums} currency={sums.currency} />
          <LazyPart>
            <CharityFigures
              currency={sums.currency}
              charities={figures.charities.filter(({ currency }) => currency === sums.currency)}
              names={names}
            />
          </LazyPart>
        </section>
      ))}
    </section>
  );
}

interface TotalsProps {
  readonly sums: MoneyFigures;
  readonly currency: CurrencyCode;
}

function Totals({ sums, currency }: TotalsProps): JSX.Element {
  const format = (minor: number): string => formatMoneyForAnyone(money(minor, currency));
  const known = sums.donationsWithProviderFees;
  return (
    <dl className="report-figures">
      <Total name="Received for charities" figure={format(sums.receivedMinor)}>
        in {formatCount(sums.donations)} donations, without service fees
      </Total>
      <Total name="Refunded or disputed" figure={format(sums.reversedMinor)}>
        of what was received
      </Total>
      <Total name="Paid out" figure={format(sums.paidOutMinor)}>
        to charities
      </Total>
      <Total name="Owed" figure={format(sums.owedMinor)}>
        to charities, not yet paid out
      </Total>
      <Total name="Service fees" figure={format(sums.serviceFeesMinor)}>
        that donors paid on top, less refunds
      </Total>
      <Total name="Kept by payment providers" figure={format(sums.providerFeesMinor)}>
        {known === sums.donations
          ? 'of all these payments, paid by us'
          : `of ${formatCount(known)} of these payments, paid by us; the others are not known yet`}
      </Total>
    </dl>
  );
}

interface TotalProps {
  readonly name: string;
  readonly figure: string;
  readonly children: string | readonly string[];
}

const Total = ({ name, figure, children }: TotalProps): JSX.Element => (
  <div>
    <dt>{name}</dt>
    <dd>{figure}</dd>
    <dd className="transparency-hint">{children}</dd>
  </div>
);
