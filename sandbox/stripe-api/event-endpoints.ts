import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import type { EventRecord } from '../state/records.ts';
import { formBoolean, formCreated, pageParameters } from '../stripe-parameters/form-values.ts';
import { eventToWire } from '../stripe-wire/event.ts';
import { readOnlyResource } from './read-only-resource.ts';

/** Events are kept readable for 30 days, as with Stripe. */
export const eventsReadableSeconds = 30 * 24 * 3600;

const listParameters = z.strictObject({
  ...pageParameters,
  created: formCreated.optional(),
  delivery_success: formBoolean.optional(),
  type: z.string().optional(),
  types: z.array(z.string()).min(1).max(20).optional(),
});

/** Events, the second way to learn what the webhooks should have told. */
export const eventEndpoints = readOnlyResource({
  path: '/v1/events',
  kind: 'event',
  table: (sandbox) => sandbox.store.events,
  toWire: (sandbox, event) => eventToWire(event, sandbox.store.deliveries.get(event.id)),
  listParameters,
  isWanted: (event, parameters, sandbox) => {
    if (
      !event.isListed ||
      event.provider !== undefined ||
      event.created < sandbox.clock.nowSeconds() - eventsReadableSeconds
    )
      return false;
    if (parameters.type !== undefined && !fitsType(parameters.type, event.type)) return false;
    if (parameters.types !== undefined && !parameters.types.includes(event.type)) return false;
    return parameters.delivery_success === undefined || parameters.delivery_success === isDelivered(sandbox, event);
  },
});

/** A type may end in `.*` to name a whole group. */
function fitsType(wanted: string, type: string): boolean {
  return wanted.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : wanted === type;
}

function isDelivered(sandbox: Sandbox, event: EventRecord): boolean {
  const delivery = sandbox.store.deliveries.get(event.id);
  return delivery === undefined || delivery.status === 'delivered';
}
