import { useState, type JSX } from 'react';
import { eraseSubscriberRequest } from '#contract/admin/newsletters.ts';
import { newslettersCalls } from '#contract/calls/admin/newsletters.ts';
import { callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import type { Problems } from '#web/ui/form/use-form.ts';
import { showToast } from '#web/ui/toast/toast.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { useReloadNewsletters } from './use-newsletters.ts';

/** Erases a subscriber who asks for it. */
export function EraseSubscriber(): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  const reload = useReloadNewsletters();
  return (
    <>
      <Button tone="secondary" onClick={() => setIsOpen(true)}>
        Erase a subscriber…
      </Button>
      <ActionDialog
        isOpen={isOpen}
        title="Erase a subscriber?"
        schema={eraseSubscriberRequest}
        action="Erase"
        busyText="Erasing…"
        run={(body) => callEndpoint(newslettersCalls.eraseSubscriber, { body })}
        onDone={() => {
          setIsOpen(false);
          showToast({ title: 'The subscriber has been erased.' });
          void reload();
        }}
        onClose={() => setIsOpen(false)}
        fields={emailField}
      >
        <p>
          Only do this if they ask for it. Their address and consent are deleted, and they get no more newsletters. This
          cannot be undone.
        </p>
      </ActionDialog>
    </>
  );
}

const emailField = (problems: Problems): JSX.Element => (
  <TextField id="email" name="email" type="email" label="Email address" required problem={problems['email']} />
);
