import { useState, type JSX } from 'react';
import type { PlanCharge } from '#contract/recurring.ts';
import { reportCalls } from '#contract/calls/public/report.ts';
import { fileAddress } from '#web/api.ts';
import { useMoneyFormat } from '#web/country/index.ts';
import { OwnFileLink } from '#web/session/index.ts';
import { formatCalendarDay } from '#web/ui/format-date.ts';
import { Icon } from '#web/ui/icon.tsx';
import { QueryView, Skeleton } from '#web/ui/feedback/query-view.tsx';
import { toMoney } from './plan.ts';
import { usePlanCharges } from './use-plans.ts';

/** A collapsed list of a plan's charges, fetched when it is first opened. */
export function PlanCharges({ planId, label }: { readonly planId: string; readonly label: string }): JSX.Element {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details className="plan-more" onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}>
      <summary>
        <span>
          Payment history<span className="sr-only">{`: ${label}`}</span>
        </span>
        <Icon name="chevron" className="size-5" />
      </summary>
      {wasOpened && <Charges planId={planId} />}
    </details>
  );
}

const Charges = ({ planId }: { readonly planId: string }): JSX.Element => (
  <QueryView
    query={usePlanCharges(planId)}
    loading={<ChargesSkeleton />}
    failure="Failed to load the payments"
    isEmpty={({ length }) => length === 0}
    empty={<p className="text-muted">Nothing has been charged yet.</p>}
  >
    {(charges) => <ChargeList charges={charges} />}
  </QueryView>
);

const ChargesSkeleton = (): JSX.Element => (
  <div role="status">
    <span className="sr-only">Loading the payments…</span>
    <Skeleton className="h-12" />
  </div>
);

function ChargeList({ charges }: { readonly charges: readonly PlanCharge[] }): JSX.Element {
  const format = useMoneyFormat();
  return (
    <ul className="plan-charges">
      {charges.map((charge) => (
        <li key={charge.donationId} className="plan-charge">
          <time dateTime={charge.day}>{formatCalendarDay(charge.day)}</time>
          <span className="plan-charge-amount">{format(toMoney(charge.amount, charge.currency))}</span>
          <span className={charge.status === 'paid' ? 'plan-charge-paid' : 'plan-charge-reversed'}>
            {statusTexts[charge.status]}
          </span>
          <ReceiptLink charge={charge} />
        </li>
      ))}
    </ul>
  );
}

const statusTexts = {
  paid: 'Paid',
  refunded: 'Refunded',
  partly_refunded: 'Partly refunded',
  disputed: 'Disputed',
} as const satisfies Record<PlanCharge['status'], string>;

const ReceiptLink = ({ charge }: { readonly charge: PlanCharge }): JSX.Element => (
  <OwnFileLink
    href={fileAddress(reportCalls.downloadReceipt, { id: charge.donationId })}
    returnTo="/account#monthly"
    className="link plan-charge-receipt"
  >
    Receipt (PDF)<span className="sr-only">{`, ${formatCalendarDay(charge.day)}`}</span>
  </OwnFileLink>
);
