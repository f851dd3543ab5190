import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { lazy, useState, type JSX } from 'react';
import * as z from 'zod/mini';
import type { countersResponse } from '#contract/admin/counters.ts';
import { reason } from '#contract/admin/reason.ts';
import { countersCalls } from '#contract/calls/admin/counters.ts';
import { formatCount } from '#domain/money/format.ts';
import { callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { AdminPage } from '../ui/admin-page.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { useHasRight } from '../use-staff.ts';

type CountersResponse = z.infer<typeof countersResponse>;

// loaded after the counters, which the page shows first
const Reports = lazy(async () => ({ default: (await import('./reports.tsx')).Reports }));

/** `/admin/counters`: whether the home page shows what all donations add up to, and the impact report's figures. */
export default function CountersPage(): JSX.Element {
  return (
    <AdminPage
      title="Public figures"
      description="What the home page and the impact report say about all donations."
      path="/admin/counters"
      right="readContent"
    >
      <Counters />
      <LazyPart loading={<p role="status">Loading…</p>}>
        <Reports />
      </LazyPart>
    </AdminPage>
  );
}

const countersKey = ['admin', 'counters'];

const useCounters = (): UseQueryResult<CountersResponse> =>
  useQuery({
    queryKey: countersKey,
    queryFn: ({ signal }) => callEndpoint(countersCalls.getCounters, { signal }),
    staleTime: 0,
  });

/** Separate from the page, because `AdminPage` renders it, and so requests the counters, only for staff with the right. */
const Counters = (): JSX.Element => (
  <QueryView query={useCounters()} loading={<p role="status">Loading…</p>} failure="We couldn't load the counters.">
    {(counters) => <LoadedCounters counters={counters} />}
  </QueryView>
);

function LoadedCounters({ counters }: { readonly counters: CountersResponse }): JSX.Element {
  const cache = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const { isOn, version, figures, history } = counters;
  const canEdit = useHasRight('editContent');
  const action = isOn ? 'Hide the counters' : 'Show the counters';
  return (
    <>
      <h2 className="mb-3 text-2xl">Counters of the home page</h2>
      <p className="mb-4 max-w-prose">{stateOf(counters)}</p>
      {figures && (
        <>
          <p className="max-w-prose text-muted">From the books, after refunds and disputes:</p>
          <ul className="public-figures mb-6 list-disc pl-6">
            <li>{figures.hero}</li>
            <li>{figures.community}</li>
          </ul>
        </>
      )}
      {canEdit && (
        <Button tone="secondary" onClick={() => setIsOpen(true)}>
          {action}
        </Button>
      )}
      <h3 className="mt-8 mb-3 text-xl">History of the counters</h3>
      <DataTable
        caption="History"
        columns={columns}
        rows={history}
        keyOf={(row) => `${row.version}`}
        empty={<p className="text-muted">The counters have never been shown.</p>}
      />
      <ActionDialog
        isOpen={isOpen}
        title={`${action}?`}
        schema={z.object({ reason })}
        action={action}
        busyText="Publishing…"
        run={(request) =>
          callEndpoint(countersCalls.switchCounters, { body: { ...request, isOn: !isOn, basedOn: version } })
        }
        onDone={() => {
          setIsOpen(false);
          void cache.invalidateQueries({ queryKey: countersKey });
        }}
        onClose={() => setIsOpen(false)}
      >
        <p>The home page changes for all visitors within a few seconds.</p>
      </ActionDialog>
    </>
  );
}

function stateOf({ isOn, figures, donationsMin }: CountersResponse): string {
  if (!figures)
    return `The figures are being prepared, which takes a few minutes.${isOn ? ' The home page shows the counters after that.' : ''}`;
  if (!isOn) return 'The home page does not show the counters.';
  if (figures.donations >= donationsMin) return 'The home page shows the counters. They are at most a minute old.';
  return `The counters are on. The home page shows them once there are ${formatCount(donationsMin)} donations: before that, they could reveal what one person gave.`;
}

const columns: readonly Column<CountersResponse['history'][number]>[] = [
  { name: 'When', cell: ({ publishedAt }) => formatMoment(new Date(publishedAt)) },
  { name: 'Who', cell: ({ publishedBy }) => publishedBy },
  { name: 'Change', cell: ({ changes }) => `Now ${changes[0]?.after ?? 'as before'}` },
  { name: 'Reason', cell: ({ reason: text }) => text },
];
