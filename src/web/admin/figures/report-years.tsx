import { useState, type JSX } from 'react';
import * as z from 'zod/mini';
import { reason } from '#contract/admin/reason.ts';
import type { ReportYearsResponse } from '#contract/admin/report.ts';
import { adminReportCalls } from '#contract/calls/admin/report.ts';
import { formatCount } from '#domain/money/format.ts';
import { formatDollars, yearSummaryOf, type YearRow } from '#domain/report/year-report.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { StatusPill } from '../ui/status-pill.tsx';
import { useReloadReport } from './use-report.ts';

type ReportRow = ReportYearsResponse['reports'][number];

interface ReportYearsProps {
  readonly current: ReportYearsResponse;
  /** If false, the list is read-only. */
  readonly canPublish: boolean;
}

/** The yearly reports, each with its figures from the books and the switch that makes it public. */
export function ReportYears({ current, canPublish }: ReportYearsProps): JSX.Element {
  const [chosen, setChosen] = useState<number>();
  const row = current.reports.find(({ report }) => report.year === chosen);
  const columns = canPublish ? [...figureColumns, switchColumn(setChosen)] : figureColumns;
  return (
    <section aria-labelledby="report-years" className="mb-12">
      <h2 id="report-years">Years from the books</h2>
      <p className="mb-4 max-w-prose">
        A year&apos;s report is public once you publish it here. It follows the books within a minute. Figures of fewer
        than five donations are shown together with others.
      </p>
      <DataTable
        caption="Yearly reports"
        columns={columns}
        rows={current.reports}
        keyOf={({ report }) => String(report.year)}
        empty="No year has enough donations for a report yet."
      />
      <ul className="mt-4 list-disc pl-6 text-muted">
        {current.history.map((version) => (
          <li key={version.version}>{sentenceOf(version)}</li>
        ))}
      </ul>
      {row && <SwitchDialog row={row} version={current.version} onClose={() => setChosen(undefined)} />}
    </section>
  );
}

const figureColumns: readonly Column<ReportRow>[] = [
  { name: 'Year', cell: ({ report }) => report.year },
  { name: 'Donations', cell: ({ report }) => formatCount(report.donations), isFigure: true },
  { name: 'Meals', cell: ({ report }) => formatCount(report.meals), isFigure: true },
  { name: 'Amount', cell: ({ report }) => formatDollars(report), isFigure: true },
  {
    name: 'Report',
    cell: ({ isPublic }) => (
      <StatusPill tone={isPublic ? 'good' : 'neutral'}>{isPublic ? 'Public' : 'Not public'}</StatusPill>
    ),
  },
];

const switchColumn = (onChoose: (year: number) => void): Column<ReportRow> => ({
  name: 'Change',
  cell: ({ isPublic, report }) => (
    <Button
      tone="quiet"
      aria-label={`${isPublic ? 'Withdraw' : 'Publish'} the report of ${report.year}`}
      onClick={() => onChoose(report.year)}
    >
      {isPublic ? 'Withdraw…' : 'Publish…'}
    </Button>
  ),
});

const sentenceOf = ({
  publishedAt,
  publishedBy,
  changes,
  reason: why,
}: ReportYearsResponse['history'][number]): string => {
  const changeText = changes
    .map(({ name, after }) => `${name}: ${after === null ? 'no longer public' : 'public'}`)
    .join('; ');
  return `${formatMoment(new Date(publishedAt))}, ${publishedBy}: ${changeText}. ${why}`;
};

interface SwitchDialogProps {
  readonly row: ReportRow;
  readonly version: number;
  readonly onClose: () => void;
}

/** Publishes a report, after showing its figures, or withdraws it. */
function SwitchDialog({ row: { report, isPublic }, version, onClose }: SwitchDialogProps): JSX.Element {
  const reload = useReloadReport('years');
  async function run({ reason: why }: { readonly reason: string }): Promise<void> {
    const body = { year: report.year, isOn: !isPublic, basedOn: version, reason: why };
    try {
      await callEndpoint(adminReportCalls.switchReportYear, { body });
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === 'version_outdated') await reload();
      throw problem;
    }
    await reload();
  }
  return (
    <ActionDialog
      isOpen
      title={isPublic ? `Withdraw the report of ${report.year}?` : `Publish the report of ${report.year}?`}
      schema={reasonOnly}
      action={isPublic ? 'Withdraw' : 'Publish'}
      busyText="Saving…"
      run={run}
      onDone={onClose}
      onClose={onClose}
    >
      {isPublic ? (
        <p>Its address then says that there is no report for this year.</p>
      ) : (
        <>
          <p>{yearSummaryOf(report)}</p>
          <Rows title="Month by month" rows={report.months} />
          <Rows title="Charity by charity" rows={report.byCharity} />
        </>
      )}
    </ActionDialog>
  );
}

const reasonOnly = z.object({ reason });

const Rows = ({ title, rows }: { readonly title: string; readonly rows: readonly YearRow[] }): JSX.Element => (
  <DataTable caption={title} columns={rowColumns} rows={rows} keyOf={({ name }) => name} empty="No donations." />
);

const rowColumns: readonly Column<YearRow>[] = [
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Donations', cell: ({ donations }) => formatCount(donations), isFigure: true },
  { name: 'Amount', cell: (row) => formatDollars(row), isFigure: true },
];
