import type { JSX } from 'react';
import { publicUrl } from '#web/page-settings.ts';

/** Says how anyone can check the page. */
export const VerifySection = (): JSX.Element => (
  <section aria-labelledby="check-heading">
    <h2 id="check-heading">Check it yourself</h2>
    <p>
      Every figure of received, owed and paid out is computed from one file. Download it, or let our program compute the
      figures again; it is short, and shares no code with this site.
    </p>
    <p>
      <a href="/api/transparency/data.json" download className="button button-primary">
        Download the data
      </a>
    </p>
    <Command>{`node tools/recompute-transparency.ts ${publicUrl()}`}</Command>
    <p>
      A witness is a program that follows the log and raises an alarm if we rewrite its history. Anyone can run one,
      without an account:
    </p>
    <Command>{`node tools/witness.ts ${publicUrl()} --state witness.json`}</Command>
    <p>
      None of this shows that a bank moved money, or that we recorded a payment at all. Your receipt, and your charity’s
      own books, show that.
    </p>
  </section>
);

const Command = ({ children }: { readonly children: string }): JSX.Element => (
  <p className="transparency-command">
    <code>{children}</code>
  </p>
);
