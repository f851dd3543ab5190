import type { JSX } from 'react';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { VersionHistory } from '../ui/version-history.tsx';
import { useHasRight } from '../use-staff.ts';
import { QuestionsForm } from './questions-form.tsx';
import { useAdminQuestions } from './use-questions.ts';

/** The questions of the FAQ and their answers, below the words. */
export function QuestionsSection(): JSX.Element {
  const canPublish = useHasRight('editContent');
  return (
    <section id="questions" aria-labelledby="questions-heading" className="mt-12">
      <h2 id="questions-heading" className="mb-3 text-2xl">
        Questions of the FAQ
      </h2>
      <QueryView
        query={useAdminQuestions()}
        loading={<Spinner label="Loading questions…" />}
        failure="We couldn't load the questions."
      >
        {(current) => (
          <>
            <QuestionsForm current={current} canPublish={canPublish} />
            <VersionHistory of="questions" versions={current.history} />
          </>
        )}
      </QueryView>
    </section>
  );
}
