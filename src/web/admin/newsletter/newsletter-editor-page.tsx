import { lazy, type JSX } from 'react';
import { useParams } from 'wouter';
import type { NewsletterResponse } from '#contract/admin/newsletters.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { Link } from '#web/ui/link.tsx';
import { AdminPage } from '../ui/admin-page.tsx';
import { useHasRight } from '../use-staff.ts';
import rules from './newsletter.css?inline';
import { useNewsletter } from './use-newsletters.ts';

adoptStyles(rules);

/** `/admin/newsletter/{id}`: a form to write a newsletter, or its progress. The id `new` starts one. */
export default function NewsletterEditorPage(): JSX.Element {
  const { id = 'new' } = useParams();
  return (
    <AdminPage
      title="Newsletter"
      description="A newsletter and what became of it."
      path="/admin/newsletter"
      right={id === 'new' ? 'editContent' : 'readContent'}
      aside={
        <Link to="/admin/newsletter" className="link">
          All newsletters
        </Link>
      }
    >
      <LazyPart loading={<Loading />}>
        {id === 'new' ? <Editor saved={undefined} /> : <Saved key={id} id={id} />}
      </LazyPart>
    </AdminPage>
  );
}

const Saved = ({ id }: { readonly id: string }): JSX.Element => (
  <QueryView query={useNewsletter(id)} loading={<Loading />} failure="We couldn't load this newsletter.">
    {(newsletter) => <EditorOrDetails newsletter={newsletter} />}
  </QueryView>
);

function EditorOrDetails({ newsletter }: { readonly newsletter: NewsletterResponse }): JSX.Element {
  const canEdit = useHasRight('editContent');
  return canEdit && newsletter.status === 'draft' ? <Editor saved={newsletter} /> : <Details newsletter={newsletter} />;
}

const Loading = (): JSX.Element => <Spinner label="Loading the newsletter…" />;

const Editor = lazy(async () => ({ default: (await import('./editor.tsx')).Editor }));
const Details = lazy(async () => ({ default: (await import('./newsletter-details.tsx')).NewsletterDetails }));
