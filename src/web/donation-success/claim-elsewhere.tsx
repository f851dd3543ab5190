import { lazy, Suspense, type JSX } from 'react';
import { CopyLinkButton } from '#web/share/index.ts';
import { PageLink } from '#web/ui/page-link.tsx';

// Where the code does not arrive, the link beside it still leads to the same place.
const QrCode = lazy(() => import('#web/ui/qr-code.tsx').catch(() => ({ default: NoCode })));

/** The way to claim a guest's gift on another device, such as one on which the guest is signed in: a code to scan, and its link. */
export function ClaimElsewhere({ transactionId }: { readonly transactionId: string }): JSX.Element {
  const path = `/claim/${encodeURIComponent(transactionId)}`;
  const url = window.location.origin + path;
  return (
    <section aria-labelledby="claim-elsewhere-heading" className="claim-elsewhere">
      <h3 id="claim-elsewhere-heading">Claim on another device</h3>
      <Suspense fallback={<div className="claim-code" />}>
        <QrCode text={url} label="QR code of the link that claims this donation" className="claim-code" />
      </Suspense>
      <p>
        Scan the code there, or open this link:
        <br />
        <PageLink to={path} className="link">
          {url}
        </PageLink>
      </p>
      <CopyLinkButton url={url} />
    </section>
  );
}

const NoCode = (): JSX.Element => <span hidden />;
