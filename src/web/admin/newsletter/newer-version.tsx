import type { JSX } from 'react';
import type { NewsletterResponse } from '#contract/admin/newsletters.ts';
import { useRefusalToast } from '#web/session/index.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { formatMoment } from '#web/ui/format-date.ts';

export type Draft = Pick<NewsletterResponse, 'subject' | 'text'>;

interface NewerVersionProps {
  readonly mine: Draft;
  /** The version that someone else has saved since the author opened the newsletter. */
  readonly theirs: NewsletterResponse;
  readonly onKeep: () => Promise<void>;
  readonly onTake: () => void;
}

/** Shows both versions when someone else has saved one in the meantime. The author decides which one to keep. */
export function NewerVersion({ mine, theirs, onKeep, onTake }: NewerVersionProps): JSX.Element {
  const showRefusal = useRefusalToast();
  const keep = async (): Promise<void> => {
    await onKeep().catch((problem: unknown) => showRefusal(problem, { title: 'Not saved' }));
  };
  return (
    <section aria-labelledby="newer-version" className="newsletter-section">
      <h2 id="newer-version">Someone else has changed this newsletter</h2>
      <p>{`${theirs.updatedBy} saved a newer version ${formatMoment(new Date(theirs.updatedAt))}. Your version is not saved yet.`}</p>
      <div className="newsletter-versions">
        <Version heading={`Version of ${theirs.updatedBy}`} draft={theirs} />
        <Version heading="Your version" draft={mine} />
      </div>
      <div className="newsletter-actions">
        <ActionButton run={keep} busyText="Saving…">
          Save my version
        </ActionButton>
        <Button tone="secondary" onClick={onTake}>
          Continue with the other version
        </Button>
      </div>
    </section>
  );
}

const Version = ({ heading, draft }: { readonly heading: string; readonly draft: Draft }): JSX.Element => (
  <section aria-label={heading} className="newsletter-section">
    <h3>{heading}</h3>
    <p>
      <strong>{draft.subject}</strong>
    </p>
    <pre className="newsletter-text">{draft.text}</pre>
  </section>
);
