import { lazy, type JSX } from 'react';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { AdminPage } from '../ui/admin-page.tsx';
import { useHasRight } from '../use-staff.ts';
import { useAdminWords } from './use-words.ts';

// Loaded after the data, because staff without the right load neither.
const WordsForm = lazy(async () => ({ default: (await import('./words-form.tsx')).WordsForm }));
const VersionHistory = lazy(async () => ({ default: (await import('../ui/version-history.tsx')).VersionHistory }));

const QuestionsSection = lazy(async () => ({
  default: (await import('../questions/questions-section.tsx')).QuestionsSection,
}));

/** `/admin/words`: the organization's name, contact address, links and email texts, and the questions of the FAQ. */
export default function WordsPage(): JSX.Element {
  return (
    <AdminPage
      title="Words"
      description="What we are called, how to reach us, and what we say."
      path="/admin/words"
      right="readContent"
    >
      <Words />
    </AdminPage>
  );
}

function Words(): JSX.Element {
  const canPublish = useHasRight('editContent');
  return (
    <QueryView
      query={useAdminWords()}
      loading={<Spinner label="Loading words…" />}
      failure="We couldn't load the words."
    >
      {(current) => (
        <LazyPart loading={<Spinner label="Loading…" />}>
          <WordsForm current={current} canPublish={canPublish} />
          <VersionHistory versions={current.history} />
          <QuestionsSection />
        </LazyPart>
      )}
    </QueryView>
  );
}
