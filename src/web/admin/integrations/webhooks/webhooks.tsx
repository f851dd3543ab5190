import { useState, type JSX } from 'react';
import type { WebhookEndpoint } from '#contract/admin/webhooks.ts';
import { Button } from '#web/ui/button.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { DataTable, type Column } from '#web/admin/ui/data-table.tsx';
import { StatusPill, type Tone } from '#web/admin/ui/status-pill.tsx';
import { NewSecret } from '../new-secret.tsx';
import { Deliveries } from './deliveries.tsx';
import { useReloadWebhooks, useWebhooks } from './use-webhooks.ts';
import { WebhookDialog, type Step } from './webhook-dialogs.tsx';

/** The endpoints of other programs that we tell about events. A new secret is shown in their place until it is copied. */
export function Webhooks(): JSX.Element {
  const [step, setStep] = useState<Step>();
  const [secret, setSecret] = useState<string>();
  const [chosenId, setChosenId] = useState<string>();
  const reload = useReloadWebhooks();
  return (
    <section aria-labelledby="webhooks" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="webhooks" className="text-xl">
          Webhooks
        </h2>
        {secret === undefined && <Button onClick={() => setStep({ kind: 'add' })}>Add an endpoint…</Button>}
      </div>
      {secret === undefined ? (
        <Endpoints chosenId={chosenId} onStep={setStep} onChoose={setChosenId} />
      ) : (
        <NewSecret
          label="Secret"
          secret={secret}
          text="Copy the secret now: it is not shown again. The program needs it to check that messages are from us and complete."
          headingId="webhooks"
          onCopied={() => setSecret(undefined)}
        />
      )}
      {step && (
        <WebhookDialog
          step={step}
          onDone={(made) => {
            reload();
            if (step.kind === 'remove') setChosenId(undefined);
            setSecret(made);
            setStep(undefined);
          }}
          onClose={() => setStep(undefined)}
        />
      )}
    </section>
  );
}

interface EndpointsProps {
  /** The endpoint whose deliveries are shown. */
  readonly chosenId: string | undefined;
  readonly onStep: (step: Step) => void;
  readonly onChoose: (endpointId: string) => void;
}

/** The endpoints, and the deliveries to the chosen one. */
function Endpoints({ chosenId, onStep, onChoose }: EndpointsProps): JSX.Element {
  const query = useWebhooks();
  const chosen = query.data?.find(({ id }) => id === chosenId);
  return (
    <>
      <p>
        Each endpoint is the address of a program that is told about events within seconds. Messages are signed by the
        Standard Webhooks specification.
      </p>
      <QueryView
        query={query}
        loading={<Spinner label="Loading the endpoints…" />}
        failure="We couldn't load the endpoints."
      >
        {(endpoints) => (
          <DataTable
            caption="Webhook endpoints"
            columns={columnsWith(onStep, onChoose)}
            rows={endpoints}
            keyOf={({ id }) => id}
            empty="There are no endpoints."
          />
        )}
      </QueryView>
      {chosen && <Deliveries endpoint={chosen} onRedeliver={onStep} />}
    </>
  );
}

const columnsWith = (
  onStep: (step: Step) => void,
  onChoose: (endpointId: string) => void,
): readonly Column<WebhookEndpoint>[] => [
  {
    name: 'Address',
    hasLongWords: true,
    cell: ({ url, description }) => (
      <>
        {url}
        {description !== '' && <small className="block font-normal">{description}</small>}
      </>
    ),
  },
  {
    name: 'Events',
    cell: ({ events }) => (
      <div>
        {events.map((event) => (
          <div key={event}>{event}</div>
        ))}
      </div>
    ),
  },
  {
    name: 'Status',
    cell: ({ status, failingSince }) => (
      <>
        <StatusPill tone={tones[status]}>{statusWords[status]}</StatusPill>
        {failingSince !== null && (
          <small className="block">{`Failing since ${formatMoment(new Date(failingSince))}`}</small>
        )}
      </>
    ),
  },
  {
    name: 'Actions',
    cell: (endpoint) => (
      <div className="flex flex-wrap gap-2">
        <Button tone="quiet" onClick={() => onChoose(endpoint.id)}>
          Deliveries
        </Button>
        {(['change', 'test', 'rotate', endpoint.status === 'active' ? 'pause' : 'resume', 'remove'] as const).map(
          (kind) => (
            <Button key={kind} tone="quiet" onClick={() => onStep({ kind, endpoint })}>
              {actionLabels[kind]}
            </Button>
          ),
        )}
      </div>
    ),
  },
];

const tones: Readonly<Record<WebhookEndpoint['status'], Tone>> = { active: 'good', paused: 'attention', off: 'bad' };

const statusWords = { active: 'Active', paused: 'Paused', off: 'Switched off' } as const;

const actionLabels = {
  change: 'Change…',
  test: 'Send a test…',
  rotate: 'New secret…',
  pause: 'Pause…',
  resume: 'Resume…',
  remove: 'Remove…',
} as const;
