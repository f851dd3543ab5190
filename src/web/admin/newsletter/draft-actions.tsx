import { useState, type JSX } from 'react';
import { useLocation } from 'wouter';
import { newsletterActionRequest } from '#contract/admin/newsletters.ts';
import { newslettersCalls } from '#contract/calls/admin/newsletters.ts';
import { formatCountOf } from '#domain/money/format.ts';
import { callEndpoint } from '#web/api.ts';
import { useRefusalToast } from '#web/session/index.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { useNewsletters, useReloadNewsletters } from './use-newsletters.ts';

interface DraftActionsProps {
  readonly id: string;
  /** The saved version. Unsaved changes are not sent. */
  readonly version: number;
}

/** The actions for a saved draft. */
export function DraftActions({ id, version }: DraftActionsProps): JSX.Element {
  const [asked, setAsked] = useState<'send' | 'delete'>();
  const subscribers = useNewsletters().data?.subscribers;
  const [, navigate] = useLocation();
  const showRefusal = useRefusalToast();
  const reload = useReloadNewsletters();
  const params = { id };
  async function sendTest(): Promise<void> {
    try {
      const { email } = await callEndpoint(newslettersCalls.testNewsletter, { params });
      showToast({ title: 'Test sent', description: `The saved version is on its way to ${email}.` });
    } catch (problem) {
      showRefusal(problem, { title: 'Test not sent' });
    }
  }
  const handleClose = (): void => setAsked(undefined);
  return (
    <div className="newsletter-actions">
      <ActionButton tone="secondary" run={sendTest} busyText="Sending…">
        Send a test to myself
      </ActionButton>
      <Button onClick={() => setAsked('send')}>Send to subscribers…</Button>
      <Button tone="quiet" onClick={() => setAsked('delete')}>
        Delete draft…
      </Button>
      <ActionDialog
        isOpen={asked === 'send'}
        title="Send this newsletter?"
        schema={newsletterActionRequest}
        action="Send"
        busyText="Sending…"
        run={({ reason }) => callEndpoint(newslettersCalls.sendNewsletter, { params, body: { version, reason } })}
        onDone={() => void reload()}
        onClose={handleClose}
      >
        <p>
          {subscribers === undefined
            ? 'Every confirmed subscriber'
            : formatCountOf(subscribers, 'confirmed subscriber')}{' '}
          will get the saved version. After that it can be paused, but not changed or deleted.
        </p>
      </ActionDialog>
      <ActionDialog
        isOpen={asked === 'delete'}
        title="Delete this draft?"
        schema={newsletterActionRequest}
        action="Delete"
        busyText="Deleting…"
        run={(body) => callEndpoint(newslettersCalls.deleteNewsletter, { params, body })}
        onDone={() => {
          navigate('/admin/newsletter');
          void reload();
        }}
        onClose={handleClose}
      >
        <p>The audit log keeps its text.</p>
      </ActionDialog>
    </div>
  );
}
