import { useRef, type JSX } from 'react';
import { formerSecretHours, webhookActionRequest, type WebhookEndpoint } from '#contract/admin/webhooks.ts';
import { webhookCalls } from '#contract/calls/admin/webhooks.ts';
import { callEndpoint } from '#web/api.ts';
import { ActionDialog } from '#web/admin/ui/action-dialog.tsx';
import { AddEndpointDialog, ChangeEndpointDialog } from './endpoint-dialog.tsx';

/** The action that someone is about to take. */
export type Step =
  | { readonly kind: 'add' }
  | { readonly kind: 'redeliver'; readonly deliveryId: string }
  | { readonly kind: 'change'; readonly endpoint: WebhookEndpoint }
  | { readonly kind: EndpointAction; readonly endpoint: WebhookEndpoint };

type EndpointAction = 'test' | 'rotate' | 'pause' | 'resume' | 'remove';

interface WebhookDialogProps {
  readonly step: Step;
  /** Called when the action has succeeded, with the new secret if there is one. */
  readonly onDone: (secret?: string) => void;
  readonly onClose: () => void;
}

export function WebhookDialog({ step, onDone, onClose }: WebhookDialogProps): JSX.Element {
  const newSecret = useRef('');
  if (step.kind === 'add') return <AddEndpointDialog onAdded={onDone} onClose={onClose} />;
  if (step.kind === 'change')
    return <ChangeEndpointDialog endpoint={step.endpoint} onDone={() => onDone()} onClose={onClose} />;
  const copy = actionCopy[step.kind];
  return (
    <ActionDialog
      isOpen
      title={copy.title}
      schema={webhookActionRequest}
      action={copy.action}
      busyText={copy.busyText}
      run={async (body) => {
        if (step.kind === 'redeliver')
          return callEndpoint(webhookCalls.redeliver, { params: { id: step.deliveryId }, body });
        const params = { id: step.endpoint.id };
        if (step.kind !== 'rotate') return callEndpoint(callsWithoutResult[step.kind], { params, body });
        newSecret.current = (await callEndpoint(webhookCalls.rotateWebhookSecret, { params, body })).secret;
        return undefined;
      }}
      onDone={() => onDone(step.kind === 'rotate' ? newSecret.current : undefined)}
      onClose={onClose}
    >
      {step.kind !== 'redeliver' && <p className="break-all">{step.endpoint.url}</p>}
      <p>{copy.text}</p>
    </ActionDialog>
  );
}

const callsWithoutResult = {
  test: webhookCalls.testWebhook,
  pause: webhookCalls.pauseWebhook,
  resume: webhookCalls.resumeWebhook,
  remove: webhookCalls.removeWebhook,
} as const;

interface ActionCopy {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly busyText: string;
}

const actionCopy: Readonly<Record<EndpointAction | 'redeliver', ActionCopy>> = {
  test: {
    title: 'Send a test event?',
    text: 'The program gets one message of the type webhook.test. Its response appears under Deliveries.',
    action: 'Send the test',
    busyText: 'Sending…',
  },
  rotate: {
    title: 'Make a new secret?',
    text: `Messages are signed with the new secret, and for ${formerSecretHours} hours also with the current one.`,
    action: 'Make the secret',
    busyText: 'Making…',
  },
  pause: {
    title: 'Pause this endpoint?',
    text: 'Events during the pause are never sent to it. You can still send a test or an earlier message by hand.',
    action: 'Pause the endpoint',
    busyText: 'Pausing…',
  },
  resume: {
    title: 'Resume this endpoint?',
    text: 'New events are sent to it again.',
    action: 'Resume the endpoint',
    busyText: 'Resuming…',
  },
  remove: {
    title: 'Remove this endpoint?',
    text: 'Nothing more is sent to it. Its log of deliveries is deleted.',
    action: 'Remove the endpoint',
    busyText: 'Removing…',
  },
  redeliver: {
    title: 'Send this again?',
    text: 'The message is sent once, immediately, with the same id. A program that already has it should ignore it.',
    action: 'Send it again',
    busyText: 'Sending…',
  },
};
