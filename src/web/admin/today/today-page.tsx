import type { JSX, ReactNode } from 'react';
import type { TodayResponse } from '#contract/admin/today.ts';
import { formatCount, formatCountOf } from '#domain/money/format.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { QueryView, Skeleton } from '#web/ui/feedback/query-view.tsx';
import { formatCalendarDay, formatMoment } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import { AdminPage } from '../ui/admin-page.tsx';
import { Figure, Figures } from '../ui/figure.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import { Backup } from './backup.tsx';
import { Balance } from './balance.tsx';
import { MoneyIn } from './money-in.tsx';
import { StatusPill, type Tone } from '../ui/status-pill.tsx';
import { useHasRight } from '../use-staff.ts';
import rules from './today.css?inline';
import { useToday } from './use-today.ts';

adoptStyles(rules);

/** `/admin`: whether everything balances, and the money of the last and next days. */
export default function TodayPage(): JSX.Element {
  return (
    <AdminPage title="Today" description="Whether everything balances." path="/admin" right="readMoney">
      <Today />
    </AdminPage>
  );
}

const Today = (): JSX.Element => {
  const query = useToday();
  return (
    <div className="today">
      <QueryView query={query} loading={<LineLoading />} failure="We couldn't check whether everything balances.">
        {(today) => (
          <>
            <Balance today={today} />
            <WaitingApprovals count={today.waitingApprovals} />
            <LostBatches lost={today.lostBatches} />
          </>
        )}
      </QueryView>
      <MoneyIn />
      {query.data && <NextDays today={query.data} />}
    </div>
  );
};

/** Says how many approvals are waiting, with a link for those who may decide. */
function WaitingApprovals({ count }: { readonly count: number }): ReactNode {
  const canDecide = useHasRight('refund');
  if (count === 0) return undefined;
  const sentence = `${formatCountOf(count, 'decision')} ${count === 1 ? 'is' : 'are'} waiting for a second person.`;
  if (!canDecide) return <p>{sentence}</p>;
  return (
    <p>
      <Link to="/admin/approvals" className="link">
        {sentence}
      </Link>
    </p>
  );
}

/** A warning after a restore, because a charity that a lost batch has paid would be paid again. */
const LostBatches = ({ lost }: { readonly lost: TodayResponse['lostBatches'] }): ReactNode =>
  lost && (
    <p>
      <StatusPill tone="attention">Check first</StatusPill>
      {` A backup was restored, so payouts between ${formatCalendarDay(lost.from)} and ${formatCalendarDay(lost.until)} may be missing. Compare `}
      <Link to="/admin/payouts" className="link">
        payouts
      </Link>
      {' with the bank statement before the next batch.'}
    </p>
  );

const LineLoading = (): JSX.Element => (
  <p role="status">
    <span className="sr-only">Loading…</span>
    <Skeleton className="today-line-skeleton" />
  </p>
);

const NextDays = ({ today: { monthly, mail, backup, ...rates } }: { readonly today: TodayResponse }): JSX.Element => (
  <>
    <section aria-labelledby="monthly" className="today-section">
      <h2 id="monthly">Monthly donations</h2>
      <Figures>
        {monthly.due.length === 0 && <Figure name="Due in the next 7 days" value="None" />}
        {monthly.due.map(({ count, total, currency }) => (
          <Figure
            key={currency}
            name="Due in the next 7 days"
            value={formatDecimal(total, currency)}
            note={formatCountOf(count, 'monthly donation')}
          />
        ))}
        <Figure
          name="Failing"
          value={monthly.failing === 0 ? 'None' : formatCount(monthly.failing)}
          {...(monthly.failing > 0 && { note: 'The last charge failed' })}
        />
        {monthly.waiting > 0 && (
          <Figure
            name="Waiting for a charity"
            value={formatCount(monthly.waiting)}
            note="Not charged until their donors choose another"
          />
        )}
      </Figures>
    </section>
    <section aria-labelledby="mail" className="today-section">
      <h2 id="mail">Emails waiting</h2>
      <Mail lanes={mail.filter(({ waiting }) => waiting > 0)} />
    </section>
    <section aria-labelledby="rates" className="today-section">
      <h2 id="rates">Exchange rates</h2>
      <Rates {...rates} />
    </section>
    <section aria-labelledby="backup" className="today-section">
      <h2 id="backup">Backup</h2>
      <Backup {...backup} />
    </section>
  </>
);

const Rates = ({
  ratesSetOn,
  oldRates,
  alertedRates,
  expiredRates,
}: Pick<TodayResponse, 'ratesSetOn' | 'oldRates' | 'alertedRates' | 'expiredRates'>): JSX.Element => (
  <>
    <p>
      {`The oldest was set on ${formatCalendarDay(ratesSetOn)}, ${describeAge(ratesSetOn)}. `}
      <Link to="/admin/rates" className="link">
        Exchange rates
      </Link>
    </p>
    <AgedRates tone="attention" name="Over 7 days" rates={oldRates} />
    <AgedRates tone="attention" name="Over 30 days, in US dollars after 45" rates={alertedRates} />
    <AgedRates tone="bad" name="Shown in US dollars" rates={expiredRates} />
  </>
);

interface AgedRatesProps {
  readonly tone: Tone;
  readonly name: string;
  readonly rates: readonly string[];
}

const AgedRates = ({ tone, name, rates }: AgedRatesProps): ReactNode =>
  rates.length > 0 && (
    <p>
      <StatusPill tone={tone}>{`${name}: ${rates.join(', ')}`}</StatusPill>
    </p>
  );

const Mail = ({ lanes }: { readonly lanes: TodayResponse['mail'] }): JSX.Element =>
  lanes.length === 0 ? (
    <p>No email is waiting.</p>
  ) : (
    <Figures>
      {lanes.map(({ lane, waiting, oldestAt }) => (
        <Figure
          key={lane}
          name={laneNames[lane] ?? lane}
          value={formatCount(waiting)}
          note={oldestAt === null ? undefined : `Since ${formatMoment(new Date(oldestAt))}`}
        />
      ))}
    </Figures>
  );

/** A newer server may name a lane that this page does not know; it is shown as sent. */
const laneNames: Readonly<Record<string, string>> = {
  passwords: 'Passwords',
  confirmations: 'Confirmations',
  receipts: 'Receipts',
  alerts: 'Alerts',
  notices: 'Notices',
  arrivals: 'Arrivals',
  newsletter: 'Subscriptions',
  bulk: 'Newsletters',
};

const dayMs = 24 * 60 * 60 * 1000;

function describeAge(day: string): string {
  const days = Math.floor((Date.now() - new Date(day).getTime()) / dayMs);
  return days < 1 ? 'today' : `${formatCountOf(days, 'day')} ago`;
}
