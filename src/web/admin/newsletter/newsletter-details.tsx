import { useState, type JSX } from 'react';
import { newsletterActionRequest, type NewsletterResponse } from '#contract/admin/newsletters.ts';
import { newslettersCalls } from '#contract/calls/admin/newsletters.ts';
import type { PauseCause } from '#domain/newsletter/newsletter.ts';
import { formatCount } from '#domain/money/format.ts';
import { callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { useHasRight } from '../use-staff.ts';
import { NewsletterPill } from './newsletter-pill.tsx';
import { Preview } from './preview.tsx';
import { useReloadNewsletters } from './use-newsletters.ts';

interface NewsletterDetailsProps {
  readonly newsletter: NewsletterResponse;
}

/** A newsletter that this reader cannot edit: its progress, what happened to its emails, and a preview. */
export const NewsletterDetails = ({ newsletter }: NewsletterDetailsProps): JSX.Element => (
  <div className="newsletter">
    <section aria-label="State" className="newsletter-section">
      <p className="newsletter-actions">
        <strong>{newsletter.subject}</strong>
        <NewsletterPill status={newsletter.status} />
      </p>
      <p>{historyOf(newsletter)}</p>
      {newsletter.pauseCause !== null && <p>{pauseSentences[newsletter.pauseCause]}</p>}
      <PauseOrResume newsletter={newsletter} />
    </section>
    {newsletter.status !== 'draft' && (
      <DataTable
        caption="What became of the emails"
        columns={columns}
        rows={figuresOf(newsletter)}
        keyOf={({ name }) => name}
        empty=""
      />
    )}
    <Preview id={newsletter.id} version={newsletter.version} />
  </div>
);

function historyOf({ updatedAt, updatedBy, startedAt, startedBy, finishedAt }: NewsletterResponse): string {
  if (startedAt === null) return `Saved by ${updatedBy} ${formatMoment(new Date(updatedAt))}. Not sent yet.`;
  const started = `Started by ${startedBy} ${formatMoment(new Date(startedAt))}.`;
  return finishedAt === null ? started : `${started} Finished ${formatMoment(new Date(finishedAt))}.`;
}

const pauseSentences: Readonly<Record<PauseCause, string>> = {
  staff: 'Paused by the team. Unsent emails wait.',
  refusals:
    'Paused because mail servers refused more than 5% of the emails. Find out why before you resume it: if many more are refused, they may stop accepting our emails.',
  restore:
    'Paused because the database was restored from a backup. Some subscribers may already have this newsletter, and would get it again.',
};

function PauseOrResume({ newsletter: { id, status } }: NewsletterDetailsProps): JSX.Element | null {
  const [isAsking, setIsAsking] = useState(false);
  const reload = useReloadNewsletters();
  const canEdit = useHasRight('editContent');
  const isPaused = status === 'paused';
  if (!canEdit || !(isPaused || status === 'sending')) return null;
  const call = isPaused ? newslettersCalls.resumeNewsletter : newslettersCalls.pauseNewsletter;
  return (
    <>
      <Button tone="secondary" onClick={() => setIsAsking(true)}>
        {isPaused ? 'Resume…' : 'Pause…'}
      </Button>
      <ActionDialog
        isOpen={isAsking}
        title={isPaused ? 'Resume this newsletter?' : 'Pause this newsletter?'}
        schema={newsletterActionRequest}
        action={isPaused ? 'Resume' : 'Pause'}
        busyText={isPaused ? 'Resuming…' : 'Pausing…'}
        run={(body) => callEndpoint(call, { params: { id }, body })}
        onDone={() => {
          setIsAsking(false);
          void reload();
        }}
        onClose={() => setIsAsking(false)}
      >
        <p>
          {isPaused
            ? 'Everyone who has not received it yet will get it.'
            : 'Emails already on their way will arrive. All others wait until someone resumes it.'}
        </p>
      </ActionDialog>
    </>
  );
}

interface Figure {
  readonly name: string;
  readonly count: number;
}

const columns: readonly Column<Figure>[] = [
  { name: 'Emails', cell: ({ name }) => name },
  { name: 'Number', isFigure: true, cell: ({ count }) => formatCount(count) },
];

const figuresOf = ({ figures }: NewsletterResponse): readonly Figure[] => [
  { name: 'Sent', count: figures.sent },
  { name: 'Bounced', count: figures.bounced },
  { name: 'Unsubscribed after it', count: figures.unsubscribed },
  { name: 'Left before it was sent', count: figures.skipped },
  { name: 'Failed', count: figures.failed },
  { name: 'Waiting', count: figures.waiting },
];
