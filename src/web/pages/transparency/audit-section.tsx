import type { JSX } from 'react';
import { formatCountOf } from '#domain/money/format.ts';
import type { Disagreement, SelfAudit } from '#domain/transparency/transparency-page.ts';
import { Icon } from '#web/ui/icon.tsx';
import { formatUtcMoment } from './format-moment.ts';

/** Says whether the books agree, even when they do not. */
export const AuditSection = ({ audit }: { readonly audit: SelfAudit | null }): JSX.Element => (
  <section aria-labelledby="audit-heading">
    <h2 id="audit-heading">Do our books agree?</h2>
    <p>
      Every hour we compare what the payment providers hold with our ledger, the ledger with receipts and payouts, and
      all of it with the public log. This is the result, even when it is bad.
    </p>
    {audit ? <Result audit={audit} /> : <p className="report-note">There has been no comparison yet.</p>}
  </section>
);

function Result({ audit: { finishedAt, isLate, open, ended } }: { readonly audit: SelfAudit }): JSX.Element {
  const isGood = open.length === 0 && !isLate;
  return (
    <>
      <p className={`transparency-verdict ${isGood ? 'text-leaf' : 'text-danger'}`}>
        <Icon name={isGood ? 'check' : 'warning'} />
        {verdictOf(open.length, isLate)}
      </p>
      <p>Last comparison: {formatUtcMoment(finishedAt)}.</p>
      {open.length > 0 && (
        <ul>
          {open.map((one) => (
            <li key={`${one.kind} ${one.sentence}`}>
              {one.sentence} First seen on {formatUtcMoment(one.firstSeenAt)}, open for {ageOf(one, finishedAt)}.
            </li>
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <>
          <h3 className="transparency-before">What was wrong before</h3>
          <ul>
            {ended.map((one) => (
              <li key={`${one.kind} ${one.sentence} ${one.firstSeenAt}`}>
                {one.sentence} From {formatUtcMoment(one.firstSeenAt)}, for {ageOf(one, finishedAt)}.
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function verdictOf(disagreements: number, isLate: boolean): string {
  if (disagreements > 0) return `No: ${formatCountOf(disagreements, 'disagreement')}.`;
  return isLate ? 'We do not know: the last comparison is more than two hours old.' : 'Yes: everything agrees.';
}

const hourMs = 60 * 60 * 1000;

/** Returns how long a disagreement lasted, or had lasted at the last comparison. */
function ageOf({ firstSeenAt, endedAt }: Disagreement, finishedAt: string): string {
  const hours = Math.floor((Date.parse(endedAt ?? finishedAt) - Date.parse(firstSeenAt)) / hourMs);
  if (hours < 1) return 'less than an hour';
  return hours < 48 ? formatCountOf(hours, 'hour') : formatCountOf(Math.floor(hours / 24), 'day');
}
