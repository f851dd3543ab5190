import { useState, type JSX } from 'react';
import type { PlanCharge } from '#contract/recurring.ts';
import { reportEndpoints } from '#contract/report-endpoints.ts';
import { formatMoney } from '#domain/money/format.ts';
import { fileAddress } from '#web/api.ts';
import { FailedBox } from '#web/ui/failed-box.tsx';
import { formatDay } from '#web/ui/format-date.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toMoney } from './plan.ts';
import { usePlanCharges } from './use-plans.ts';

/** The charges of a gift, folded away; they are asked for when the fold is first opened. */
export function ChargesFold({ planId, label }: { readonly planId: string; readonly label: string }): JSX.Element {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details className="plan-fold" onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}>
      <summary>
        <span>
          See its charges<span className="sr-only">{`: ${label}`}</span>
        </span>
        <Icon name="chevron" className="size-5" />
      </summary>
      {wasOpened && <Charges planId={planId} />}
    </details>
  );
}

/** The charges in one of their four faces. */
function Charges({ planId }: { readonly planId: string }): JSX.Element {
  const { data: charges, isError, isFetching, refetch } = usePlanCharges(planId);
  if (charges?.length === 0) return <p className="text-muted">Nothing was charged yet.</p>;
  if (charges) return <ChargeList charges={charges} />;
  if (isError && !isFetching) return <FailedBox text="Failed to load the charges" onRetry={() => void refetch()} />;
  return (
    <div role="status">
      <span className="sr-only">Loading the charges…</span>
      <Skeleton className="h-12" />
    </div>
  );
}

const ChargeList = ({ charges }: { readonly charges: readonly PlanCharge[] }): JSX.Element => (
  <ul className="plan-charges">
    {charges.map((charge) => (
      <li key={charge.donationId} className="plan-charge">
        <time dateTime={charge.chargedAt}>{formatDay(new Date(charge.chargedAt))}</time>
        <span className="plan-charge-amount">{formatMoney(toMoney(charge.amount, charge.currency))}</span>
        <span className={charge.status === 'paid' ? 'plan-charge-paid' : 'plan-charge-gone'}>
          {wordOf[charge.status]}
        </span>
        <ReceiptLink charge={charge} />
      </li>
    ))}
  </ul>
);

const wordOf = {
  paid: 'Paid',
  refunded: 'Refunded',
  partly_refunded: 'Partly refunded',
  disputed: 'Disputed',
} as const satisfies Record<PlanCharge['status'], string>;

const ReceiptLink = ({ charge }: { readonly charge: PlanCharge }): JSX.Element => (
  <a
    href={fileAddress(reportEndpoints.downloadReceipt, { id: charge.donationId })}
    download
    className="link plan-charge-receipt"
  >
    Receipt (PDF)<span className="sr-only">{`, ${formatDay(new Date(charge.chargedAt))}`}</span>
  </a>
);
