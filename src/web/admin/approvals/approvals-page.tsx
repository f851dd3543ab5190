import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, useState, type JSX, type ReactNode } from 'react';
import type * as z from 'zod/mini';
import { decisionRequest, type WaitingApproval } from '#contract/admin/approvals.ts';
import { approvalCalls } from '#contract/calls/admin/approvals.ts';
import { callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { AdminPage } from '../ui/admin-page.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { useHasRight } from '../use-staff.ts';

/** `/admin/approvals`: requests, payouts and bank accounts that wait for a second person. */
export default function ApprovalsPage(): JSX.Element {
  return (
    <AdminPage
      title="Approvals"
      description="What is waiting for a second person."
      path="/admin/approvals"
      right="refund"
    >
      <div className="grid gap-8">
        <Approvals />
        {useHasRight('managePayouts') && (
          <LazyPart>
            <PayoutDecisions />
          </LazyPart>
        )}
      </div>
    </AdminPage>
  );
}

const approvalsKey = ['admin', 'approvals'] as const;

interface Decision {
  readonly approval: WaitingApproval;
  readonly kind: keyof typeof decisionTexts;
}

/** The texts of the dialog. People withdraw their own requests, and decline those of others. */
const decisionTexts = {
  approve: {
    title: 'Approve this request?',
    action: 'Approve',
    busyText: 'Approving…',
    cancelText: 'Decide later',
  },
  decline: {
    title: 'Decline this request?',
    action: 'Decline',
    busyText: 'Declining…',
    cancelText: 'Decide later',
  },
  withdraw: {
    title: 'Withdraw this request?',
    action: 'Withdraw',
    busyText: 'Withdrawing…',
    cancelText: 'Keep the request',
  },
} as const;

function Approvals(): JSX.Element {
  const query = useQuery({
    queryKey: approvalsKey,
    queryFn: ({ signal }) => callEndpoint(approvalCalls.listApprovals, { signal }),
    staleTime: 0,
  });
  const [decision, setDecision] = useState<Decision>();
  return (
    <section aria-labelledby="requests" className="grid gap-3">
      <h2 id="requests">Requests</h2>
      <QueryView
        query={query}
        loading={<Spinner label="Loading the requests…" />}
        failure="We couldn't load the requests."
      >
        {(approvals) => (
          <DataTable
            caption="Requests that wait for a second person"
            columns={columnsWith(setDecision)}
            rows={approvals}
            keyOf={({ id }) => id}
            empty="No request is waiting for a second person."
          />
        )}
      </QueryView>
      <DecisionDialog decision={decision} onClose={() => setDecision(undefined)} />
    </section>
  );
}

const columnsWith = (decide: (decision: Decision) => void): readonly Column<WaitingApproval>[] => [
  { name: 'What', hasLongWords: true, cell: ({ summary }) => summary },
  { name: 'About', hasLongWords: true, cell: (approval) => <Subject approval={approval} /> },
  { name: 'Reason', hasLongWords: true, cell: ({ reason }) => reason },
  {
    name: 'Requested',
    cell: ({ requestedBy, requestedAt }) => `${requestedBy}, ${formatMoment(new Date(requestedAt))}`,
  },
  {
    name: 'Decision',
    cell: (approval) => (
      <span className="data-buttons">
        {approval.approvableAs === 'none' ? (
          'Waiting for someone else.'
        ) : (
          <Button onClick={() => decide({ approval, kind: 'approve' })}>Approve…</Button>
        )}
        <Button tone="quiet" onClick={() => decide({ approval, kind: approval.isOwn ? 'withdraw' : 'decline' })}>
          {approval.isOwn ? 'Withdraw…' : 'Decline…'}
        </Button>
      </span>
    ),
  },
];

/** A link to the page on which the subject is shown, or its ID if it has no page. */
function Subject({ approval: { subject } }: { readonly approval: WaitingApproval }): ReactNode {
  const page = pageOf(subject);
  if (page === undefined) return subject.id;
  return (
    <Link to={page.to} className="link">
      {page.name}
    </Link>
  );
}

function pageOf({
  kind,
  id,
  partOf,
}: WaitingApproval['subject']): { readonly to: string; readonly name: string } | undefined {
  if (kind === 'donation') return { to: `/admin/donations/${id}`, name: id };
  if (kind === 'review_item') return { to: '/admin/review', name: 'Needs review' };
  return partOf === null ? undefined : { to: `/admin/payouts/${partOf}`, name: 'Batch of the payout' };
}

interface DecisionDialogProps {
  readonly decision: Decision | undefined;
  readonly onClose: () => void;
}

function DecisionDialog({ decision, onClose }: DecisionDialogProps): JSX.Element {
  const cache = useQueryClient();
  const call = decision?.kind === 'approve' ? approvalCalls.approveRequest : approvalCalls.declineRequest;
  const run = async (body: z.infer<typeof decisionRequest>): Promise<void> => {
    await callEndpoint(call, { params: { id: decision?.approval.id ?? '' }, body });
    await cache.invalidateQueries({ queryKey: approvalsKey });
  };
  return (
    <ActionDialog
      {...decisionTexts[decision?.kind ?? 'approve']}
      isOpen={decision !== undefined}
      schema={decisionRequest}
      run={run}
      onDone={onClose}
      onClose={onClose}
    >
      {decision && <p>{describeDecision(decision)}</p>}
    </ActionDialog>
  );
}

function describeDecision({
  approval: { summary, requestedBy, approvableAs, kind: requestKind },
  kind,
}: Decision): string {
  const participle = requestKind === 'payout_return' ? 'recorded' : 'made';
  if (kind === 'withdraw') return `${summary}, which you requested, will not be ${participle}.`;
  if (kind === 'decline') return `${summary}, requested by ${requestedBy}, will not be ${participle}.`;
  if (approvableAs === 'waiver')
    return `${summary} will be ${participle} at once. No one else on the team can approve it, so you waive the second person. The audit log will show that.`;
  return `${summary}, requested by ${requestedBy}, will be ${participle} at once.`;
}

const PayoutDecisions = lazy(async () => ({ default: (await import('./payout-decisions.tsx')).PayoutDecisions }));
