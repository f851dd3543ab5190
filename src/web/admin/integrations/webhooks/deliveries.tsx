import type { JSX } from 'react';
import type { WebhookDelivery, WebhookEndpoint } from '#contract/admin/webhooks.ts';
import { Button } from '#web/ui/button.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { DataTable, type Column } from '#web/admin/ui/data-table.tsx';
import { StatusPill, type Tone } from '#web/admin/ui/status-pill.tsx';
import { useDeliveries, useReloadWebhooks } from './use-webhooks.ts';
import type { Step } from './webhook-dialogs.tsx';

interface DeliveriesProps {
  readonly endpoint: WebhookEndpoint;
  readonly onRedeliver: (step: Step) => void;
}

/** The deliveries to an endpoint in the last 30 days, with every attempt. */
export function Deliveries({ endpoint, onRedeliver }: DeliveriesProps): JSX.Element {
  const { query, more } = useDeliveries(endpoint.id);
  const reload = useReloadWebhooks();
  return (
    <section aria-labelledby="deliveries" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="deliveries" className="text-lg break-all">{`Deliveries to ${endpoint.url}`}</h3>
        <Button tone="quiet" onClick={reload}>
          Reload
        </Button>
      </div>
      <QueryView
        query={query}
        loading={<Spinner label="Loading the deliveries…" />}
        failure="We couldn't load the deliveries."
      >
        {(deliveries) => (
          <DataTable
            caption="Deliveries"
            columns={columnsWith((deliveryId) => onRedeliver({ kind: 'redeliver', deliveryId }))}
            rows={deliveries}
            keyOf={({ id }) => id}
            empty="Nothing was sent in the last 30 days."
            more={more}
          />
        )}
      </QueryView>
    </section>
  );
}

const columnsWith = (onRedeliver: (deliveryId: string) => void): readonly Column<WebhookDelivery>[] => [
  {
    name: 'Message',
    hasLongWords: true,
    cell: ({ event, eventId }) => (
      <>
        {event}
        <small className="block font-mono font-normal">{eventId}</small>
      </>
    ),
  },
  { name: 'Created', cell: ({ createdAt }) => formatMoment(new Date(createdAt)) },
  {
    name: 'Status',
    cell: ({ status, nextAttemptAt }) => (
      <>
        <StatusPill tone={tones[status]}>{statusWords[status]}</StatusPill>
        {nextAttemptAt !== null && (
          <small className="block">{`Next attempt ${formatMoment(new Date(nextAttemptAt))}`}</small>
        )}
      </>
    ),
  },
  { name: 'Attempts', hasLongWords: true, cell: (delivery) => <Attempts delivery={delivery} /> },
  {
    name: 'Actions',
    cell: ({ id }) => (
      <Button tone="quiet" onClick={() => onRedeliver(id)}>
        Send again…
      </Button>
    ),
  },
];

function Attempts({ delivery: { attempts, body } }: { readonly delivery: WebhookDelivery }): JSX.Element {
  return (
    <details>
      <summary>{attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}</summary>
      <ol className="grid gap-2">
        {attempts.map(({ number, at, statusCode, problem, answer: response }) => (
          <li key={number}>
            {`${formatMoment(new Date(at))}: ${statusCode === null ? (problem ?? '') : `response ${statusCode}`}`}
            {response !== null && response !== '' && <code className="block break-all">{response}</code>}
          </li>
        ))}
      </ol>
      <p>Message:</p>
      <code className="block break-all">{body}</code>
    </details>
  );
}

const tones: Readonly<Record<WebhookDelivery['status'], Tone>> = {
  waiting: 'attention',
  delivered: 'good',
  failed: 'bad',
  skipped: 'neutral',
};

const statusWords = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed', skipped: 'Skipped' } as const;
