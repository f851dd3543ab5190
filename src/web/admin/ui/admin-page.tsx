import './admin-page.css';
import type { JSX, ReactNode } from 'react';
import { Redirect } from 'wouter';
import type { Right } from '#domain/staff/rights.ts';
import { ApiError } from '#web/api-error.ts';
import { PrivateHead } from '#web/layout/donor-page.tsx';
import { PicturePage } from '#web/layout/picture-page.tsx';
import { RequireDonor, useUser } from '#web/session/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { useIsDonor, useStaff } from '../use-staff.ts';
import { adminLinks } from './admin-links.ts';
import { AdminNavigation } from './admin-navigation.tsx';

interface AdminPageProps {
  readonly title: string;
  readonly description: string;
  readonly path: string;
  /** The right without which the page stays closed. */
  readonly right: Right;
  /** A link or a button beside the title. */
  readonly aside?: ReactNode;
  /** A sentence after the one that says that the page is closed. */
  readonly denial?: string;
  readonly children: ReactNode;
}

/**
 * A page of the admin area: its navigation, its title and its content. Without the right the content is never rendered, so
 * its data is not requested; the server refuses the calls anyway. `/admin`, the address of the area, leads to the first page
 * that the role may open.
 */
export function AdminPage({ title, description, path, right, aside, denial, children }: AdminPageProps): JSX.Element {
  const isDonor = useIsDonor();
  const { status } = useUser(); // the response corrects what this browser knows about the role, which may have changed
  const query = useStaff();
  const rights = query.data?.rights;
  const isDenied = isDonor || refusalOf(query.error) === 'forbidden' || rights?.includes(right) === false;
  const firstPage = adminLinks.find((link) => rights?.includes(link.right));
  if (path === '/admin' && isDenied && firstPage) return <Redirect to={firstPage.to} replace />;
  const head = <PrivateHead title={title} description={description} path={path} />;
  const denied = (
    <AccessDenied text={['You do not have permission to access this page.', denial].filter(Boolean).join(' ')} />
  );
  if (isDenied && !rights) {
    return (
      <>
        {head}
        {isDonor && status === 'loading' ? <Loading /> : denied}
      </>
    );
  }
  return (
    <>
      {head}
      <div className="admin-page">
        <div className="admin-side">{rights && <AdminNavigation rights={rights} />}</div>
        {isDenied ? (
          denied
        ) : (
          <div className="admin-content">
            <header className="admin-head">
              <h1>{title}</h1>
              {aside}
            </header>
            <RequireDonor>
              {refusalOf(query.error) === 'second_factor_missing' ? (
                <SecondFactorMissing />
              ) : (
                <QueryView query={query} loading={<Loading />} failure="We couldn't look up your role.">
                  {() => children}
                </QueryView>
              )}
            </RequireDonor>
          </div>
        )}
      </div>
    </>
  );
}

const refusalOf = (problem: Error | null): string | undefined =>
  problem instanceof ApiError ? problem.code : undefined;

const Loading = (): JSX.Element => (
  <p className="grid place-items-center py-24">
    <Spinner label="Looking up your role…" />
  </p>
);

const AccessDenied = ({ text }: { readonly text: string }): JSX.Element => (
  <PicturePage picture="/art/fork-question.svg" title="Access Denied" text={text}>
    <ButtonLink to="/">Return to Home</ButtonLink>
  </PicturePage>
);

const SecondFactorMissing = (): JSX.Element => (
  <>
    <p className="mb-4">Please turn on two-step sign-in on your account page first.</p>
    <ButtonLink to="/account">Go to your account</ButtonLink>
  </>
);
