import type { JSX } from 'react';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { VersionHistory } from '../ui/version-history.tsx';
import { useHasRight } from '../use-staff.ts';
import { FiguresForm } from './figures-form.tsx';
import { ReportYears } from './report-years.tsx';
import { useAdminReport, useReportYears } from './use-report.ts';

/** Which years' reports are public, and the figures of the illustrative example. */
export const Reports = (): JSX.Element => (
  <div className="reports mt-12">
    <Years />
    <Example />
  </div>
);

function Years(): JSX.Element {
  const canPublish = useHasRight('editContent');
  return (
    <QueryView
      query={useReportYears()}
      loading={<Spinner label="Loading years…" />}
      failure="We couldn't load the yearly reports."
    >
      {(current) => <ReportYears current={current} canPublish={canPublish} />}
    </QueryView>
  );
}

function Example(): JSX.Element {
  const canPublish = useHasRight('editContent');
  return (
    <QueryView
      query={useAdminReport()}
      loading={<Spinner label="Loading figures…" />}
      failure="We couldn't load the figures of the illustrative example."
    >
      {(current) => (
        <>
          <FiguresForm current={current} canPublish={canPublish} />
          <VersionHistory of="illustrative example" versions={current.history} />
        </>
      )}
    </QueryView>
  );
}
