import { useQueryClient } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { closeMonthRequest, type MonthsResponse } from '#contract/admin/money/accounting.ts';
import { reason } from '#contract/admin/reason.ts';
import { accountingCalls } from '#contract/calls/admin/money/accounting.ts';
import { callEndpoint } from '#web/api.ts';
import { OwnFileLink } from '#web/session/index.ts';
import { Button } from '#web/ui/button.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { formatCalendarMonth, formatMoment } from '#web/ui/format-date.ts';
import * as z from 'zod/mini';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { useHasRight } from '../use-staff.ts';
import { monthsKey, useMonths } from './use-accounting.ts';

/** The months that have ended: who closed them, and their archives. */
export function Months(): JSX.Element {
  const cache = useQueryClient();
  const canClose = useHasRight('closeMonth');
  const [chosen, setChosen] = useState<string>();
  return (
    <section aria-labelledby="months" className="accounting-section">
      <h2 id="months">Months</h2>
      <QueryView query={useMonths()} loading={<p role="status">Loading…</p>} failure="We couldn't load the months.">
        {(months) => (
          <DataTable
            caption="Months"
            columns={columnsWith(canClose ? setChosen : undefined)}
            rows={months}
            keyOf={({ month }) => month}
            empty={<p className="text-muted">No month is over yet.</p>}
          />
        )}
      </QueryView>
      <ActionDialog
        isOpen={chosen !== undefined}
        title={chosen === undefined ? 'Close' : `Close ${formatCalendarMonth(chosen)}?`}
        schema={z.object({ reason })}
        action="Close this month"
        busyText="Closing…"
        run={(request) =>
          callEndpoint(accountingCalls.closeMonth, { body: closeMonthRequest.parse({ month: chosen, ...request }) })
        }
        onDone={() => {
          setChosen(undefined);
          void cache.invalidateQueries({ queryKey: monthsKey });
        }}
        onClose={() => setChosen(undefined)}
      >
        <p>The checksum of the month's archive is stored, with your name. This cannot be undone.</p>
      </ActionDialog>
    </section>
  );
}

type Month = MonthsResponse[number];

const columnsWith = (close: ((month: string) => void) | undefined): readonly Column<Month>[] => [
  { name: 'Month', cell: ({ month }) => formatCalendarMonth(month) },
  { name: 'State', cell: describeState },
  {
    name: 'Archive',
    cell: ({ month, closed }) =>
      closed && (
        <OwnFileLink href={accountingCalls.downloadMonth.path.replace(':month', month)} className="link">
          {`Download ${formatCalendarMonth(month)}`}
        </OwnFileLink>
      ),
  },
  { name: 'Checksum (SHA-256)', cell: ({ closed }) => closed && <code>{closed.checksum}</code> },
  {
    name: 'Action',
    cell: ({ month, canBeClosed }) =>
      close &&
      canBeClosed && (
        <Button tone="secondary" onClick={() => close(month)}>
          {`Close ${formatCalendarMonth(month)}…`}
        </Button>
      ),
  },
];

function describeState({ closed, canBeClosed }: Month): string {
  if (closed) return `Closed by ${closed.by}, ${formatMoment(new Date(closed.at))}`;
  return canBeClosed ? 'Open' : 'Open; its last days are still being written';
}
