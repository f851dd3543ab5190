import { useRef, type JSX } from 'react';
import * as z from 'zod/mini';
import { addWebhookRequest } from '#contract/admin/webhooks.ts';
import { webhookCalls } from '#contract/calls/admin/webhooks.ts';
import { webhookEvents } from '#domain/webhooks/webhook-events.ts';
import { callEndpoint } from '#web/api.ts';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import type { Problems } from '#web/ui/form/use-form.ts';
import { ActionDialog } from '#web/admin/ui/action-dialog.tsx';

interface AddWebhookDialogProps {
  readonly onAdded: (secret: string) => void;
  readonly onClose: () => void;
}

export function AddWebhookDialog({ onAdded, onClose }: AddWebhookDialogProps): JSX.Element {
  const added = useRef('');
  return (
    <ActionDialog
      isOpen
      title="Add an endpoint"
      schema={addForm}
      action="Add the endpoint"
      busyText="Adding…"
      run={async (body) => {
        added.current = (await callEndpoint(webhookCalls.addWebhook, { body })).secret;
      }}
      fields={addFields}
      onDone={() => onAdded(added.current)}
      onClose={onClose}
    >
      <p>Messages contain ids, amounts and times, and nothing about people.</p>
    </ActionDialog>
  );
}

/** Each event is a checkbox with its name. */
const addForm = z.pipe(
  z.transform((form: Readonly<Record<string, unknown>>) => ({
    ...form,
    events: webhookEvents.filter((event) => form[event] !== undefined),
  })),
  addWebhookRequest,
);

const addFields = (problems: Problems): JSX.Element => (
  <>
    <TextField
      id="webhook-url"
      name="url"
      type="url"
      label="Address"
      hint="Begins with https:// and is reachable from the internet."
      autoComplete="off"
      required
      problem={problems['url']}
    />
    <TextField
      id="webhook-description"
      name="description"
      label="Description (optional)"
      autoComplete="off"
      problem={problems['description']}
    />
    <fieldset className="min-w-0" aria-describedby="webhook-events-problem">
      <legend className="font-bold">Events</legend>
      {webhookEvents.map((event) => (
        <label key={event} className="flex min-h-11 items-center gap-2">
          <input type="checkbox" name={event} defaultChecked />
          {event}
        </label>
      ))}
      <FieldProblem id="webhook-events-problem" sentence={problems['events']} />
    </fieldset>
  </>
);
