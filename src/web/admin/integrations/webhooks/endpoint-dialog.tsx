import { useRef, type JSX } from 'react';
import * as z from 'zod/mini';
import { webhookRequest, type WebhookEndpoint } from '#contract/admin/webhooks.ts';
import { webhookCalls } from '#contract/calls/admin/webhooks.ts';
import { webhookEvents, type WebhookEvent } from '#domain/webhooks/webhook-events.ts';
import { callEndpoint } from '#web/api.ts';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import type { Problems } from '#web/ui/form/use-form.ts';
import { ActionDialog } from '#web/admin/ui/action-dialog.tsx';

interface AddEndpointDialogProps {
  readonly onAdded: (secret: string) => void;
  readonly onClose: () => void;
}

export function AddEndpointDialog({ onAdded, onClose }: AddEndpointDialogProps): JSX.Element {
  const added = useRef('');
  return (
    <ActionDialog
      isOpen
      title="Add an endpoint"
      schema={endpointForm}
      action="Add the endpoint"
      busyText="Adding…"
      run={async (body) => {
        added.current = (await callEndpoint(webhookCalls.addWebhook, { body })).secret;
      }}
      fieldOfCode={fieldOfCode}
      fields={fieldsOf({ url: '', description: '', events: webhookEvents })}
      onDone={() => onAdded(added.current)}
      onClose={onClose}
    >
      <p>Messages contain ids, amounts and times, and nothing about people.</p>
    </ActionDialog>
  );
}

interface ChangeEndpointDialogProps {
  readonly endpoint: WebhookEndpoint;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export const ChangeEndpointDialog = ({ endpoint, onDone, onClose }: ChangeEndpointDialogProps): JSX.Element => (
  <ActionDialog
    isOpen
    title="Change this endpoint"
    schema={endpointForm}
    action="Change the endpoint"
    busyText="Changing…"
    run={(body) => callEndpoint(webhookCalls.changeWebhook, { params: { id: endpoint.id }, body })}
    fieldOfCode={fieldOfCode}
    fields={fieldsOf(endpoint)}
    onDone={onDone}
    onClose={onClose}
  >
    <p>Its secret stays the same. Waiting messages go to the new address.</p>
  </ActionDialog>
);

/** The form has a checkbox for each event, named after it. */
const endpointForm = z.pipe(
  z.transform((form: Readonly<Record<string, unknown>>) => ({
    ...form,
    events: webhookEvents.filter((event) => form[event] !== undefined),
  })),
  webhookRequest,
);

const fieldOfCode = { webhook_address_refused: 'url' } as const;

type Endpoint = Pick<WebhookEndpoint, 'url' | 'description'> & { readonly events: readonly WebhookEvent[] };

const fieldsOf = (endpoint: Endpoint) => (problems: Problems) => (
  <>
    <TextField
      id="webhook-url"
      name="url"
      type="url"
      label="Address"
      hint="Begins with https:// and is reachable from the internet."
      autoComplete="off"
      defaultValue={endpoint.url}
      required
      problem={problems['url']}
    />
    <TextField
      id="webhook-description"
      name="description"
      label="Description (optional)"
      autoComplete="off"
      defaultValue={endpoint.description}
      problem={problems['description']}
    />
    <fieldset className="min-w-0" aria-describedby="webhook-events-problem">
      <legend className="font-bold">Events</legend>
      {webhookEvents.map((event) => (
        <label key={event} className="flex min-h-11 items-center gap-2">
          <input type="checkbox" name={event} defaultChecked={endpoint.events.includes(event)} />
          {event}
        </label>
      ))}
      <FieldProblem id="webhook-events-problem" sentence={problems['events']} />
    </fieldset>
  </>
);
