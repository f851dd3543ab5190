import type { JSX } from 'react';
import { newslettersCalls } from '#contract/calls/admin/newsletters.ts';
import { fileAddress } from '#web/api.ts';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { usePreview } from './use-newsletters.ts';

interface PreviewProps {
  readonly id: string;
  /** A new version reloads the preview. */
  readonly version: number;
}

/** A saved newsletter as its email. The iframe cannot run scripts, whatever the email contains. */
export const Preview = ({ id, version }: PreviewProps): JSX.Element => (
  <section aria-labelledby="preview" className="newsletter-section">
    <h2 id="preview">Preview</h2>
    <iframe
      key={version}
      title="The email"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      src={fileAddress(newslettersCalls.showNewsletter, { id })}
    />
    <h3>Plain text</h3>
    <QueryView
      query={usePreview(id, version)}
      loading={<Spinner label="Loading the text…" />}
      failure="We couldn't load the text."
    >
      {({ text }) => <pre className="newsletter-text">{text}</pre>}
    </QueryView>
  </section>
);
