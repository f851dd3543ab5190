import { lazy, type JSX } from 'react';
import { useParams } from 'wouter';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { AdminPage } from '../ui/admin-page.tsx';
import rules from './newsletter.css?inline';
import { useNewsletter } from './use-newsletters.ts';

adoptStyles(rules);

/** `/admin/newsletter/{id}`: writes a newsletter. The id `new` starts one. */
export default function NewsletterEditorPage(): JSX.Element {
  const { id = 'new' } = useParams();
  return (
    <AdminPage
      title="Write a newsletter"
      description="A newsletter and its preview."
      path="/admin/newsletter"
      right="editContent"
    >
      <LazyPart loading={<Loading />}>
        {id === 'new' ? <Editor saved={undefined} /> : <Saved key={id} id={id} />}
      </LazyPart>
    </AdminPage>
  );
}

const Saved = ({ id }: { readonly id: string }): JSX.Element => (
  <QueryView query={useNewsletter(id)} loading={<Loading />} failure="We couldn't load this newsletter.">
    {(newsletter) => (newsletter.status === 'draft' ? <Editor saved={newsletter} /> : <Sent newsletter={newsletter} />)}
  </QueryView>
);

const Loading = (): JSX.Element => <Spinner label="Loading the newsletter…" />;

const Editor = lazy(async () => ({ default: (await import('./editor.tsx')).Editor }));
const Sent = lazy(async () => ({ default: (await import('./sent-newsletter.tsx')).SentNewsletter }));
