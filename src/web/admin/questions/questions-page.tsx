import { lazy, type JSX } from 'react';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { AdminPage } from '../ui/admin-page.tsx';
import { useHasRight } from '../use-staff.ts';
import { useAdminQuestions } from './use-questions.ts';

// loaded after the page's frame, which is all that a visitor without the right needs
const QuestionsForm = lazy(async () => ({ default: (await import('./questions-form.tsx')).QuestionsForm }));
const VersionHistory = lazy(async () => ({ default: (await import('../ui/version-history.tsx')).VersionHistory }));

/** `/admin/questions`: the questions of the FAQ and their answers. */
export default function QuestionsPage(): JSX.Element {
  return (
    <AdminPage
      title="Questions"
      description="What the FAQ asks and answers."
      path="/admin/questions"
      right="readContent"
    >
      <Questions />
    </AdminPage>
  );
}

function Questions(): JSX.Element {
  const canPublish = useHasRight('editContent');
  return (
    <QueryView
      query={useAdminQuestions()}
      loading={<Spinner label="Loading questions…" />}
      failure="We couldn't load the questions."
    >
      {(present) => (
        <LazyPart loading={<Spinner label="Loading…" />}>
          <QuestionsForm present={present} canPublish={canPublish} />
          <VersionHistory versions={present.history} />
        </LazyPart>
      )}
    </QueryView>
  );
}
