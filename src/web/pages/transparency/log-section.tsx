import type { JSX } from 'react';
import { formatCount } from '#domain/money/format.ts';
import type { TransparencyPage } from '#domain/transparency/transparency-page.ts';
import { Link } from '#web/ui/link.tsx';
import { formatUtcMoment } from './format-moment.ts';

/** The newest tree head of the public log. */
export const LogSection = ({ log }: Pick<TransparencyPage, 'log'>): JSX.Element => (
  <section aria-labelledby="log-heading">
    <h2 id="log-heading">The public log</h2>
    <p>
      Every donation, refund, dispute and payout is in a public log that only grows. It contains no names and no
      amounts, only codes computed from them. Your receipt proves that your donation is in it:{' '}
      <Link to="/verify" className="link">
        check a receipt
      </Link>
      .
    </p>
    {log ? (
      <dl className="transparency-head">
        <div>
          <dt>Entries</dt>
          <dd>{formatCount(log.treeSize)}</dd>
        </div>
        <div>
          <dt>Signed</dt>
          <dd>{formatUtcMoment(log.signedAt)}</dd>
        </div>
        <div>
          <dt>Root hash</dt>
          <dd>
            <code>{log.rootHash}</code>
          </dd>
        </div>
        <div>
          <dt>Key ID</dt>
          <dd>
            <code>{log.keyId}</code>
          </dd>
        </div>
      </dl>
    ) : (
      <p className="report-note">The public log is empty.</p>
    )}
    <p>
      Programs can read the <ApiLink to="/api/log/head">newest tree head</ApiLink> and{' '}
      <ApiLink to="/api/log/keys">all keys</ApiLink>.
    </p>
  </section>
);

const ApiLink = ({ to, children }: { readonly to: string; readonly children: string }): JSX.Element => (
  <a href={to} className="link">
    {children}
  </a>
);
