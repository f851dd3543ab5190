import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { AdminReportResponse } from '#contract/admin/report.ts';
import { adminReportCalls } from '#contract/calls/admin/report.ts';
import { callEndpoint } from '#web/api.ts';
import { PublishDialog } from '../ui/publish-dialog.tsx';
import { useReloadReport } from './use-report.ts';

interface PublishFiguresProps {
  readonly current: AdminReportResponse;
  readonly toPublish: AdminReportResponse['figures'] | 'default';
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Shows what would change in the illustrative example, and publishes it. */
export function PublishFigures({
  current: { version, standard, history },
  toPublish,
  onDone,
  onClose,
}: PublishFiguresProps): JSX.Element {
  const figures = toPublish === 'default' ? standard : toPublish;
  const preview = useQuery({
    queryKey: ['admin', 'figures-preview', version, figures],
    queryFn: ({ signal }) => callEndpoint(adminReportCalls.previewFigures, { body: { figures }, signal }),
    staleTime: 0,
  });
  return (
    <PublishDialog
      title="Publish these figures?"
      effect="The report shows them within 5 seconds, as an illustrative example. Its PDF has them too."
      version={version}
      history={history}
      preview={preview}
      publish={(basis) =>
        toPublish === 'default'
          ? callEndpoint(adminReportCalls.restoreFigures, { body: basis })
          : callEndpoint(adminReportCalls.publishFigures, { body: { ...basis, figures } })
      }
      reload={useReloadReport('figures')}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
