import type { EventRecord } from '../state/records.ts';
import { toInstant } from './links.ts';

/** An event as webhooks carry it and the API lists it. */
export function paypalEventToWire(event: EventRecord) {
  return {
    id: event.id,
    event_version: '1.0',
    create_time: toInstant(event.created),
    resource_type: resourceTypeOf(event.type),
    resource_version: '2.0',
    event_type: event.type,
    summary: `${event.type} happened in the sandbox`,
    resource: JSON.parse(event.objectJson) as Record<string, unknown>,
    links: [],
  };
}

function resourceTypeOf(type: string): string {
  if (type.startsWith('CHECKOUT.ORDER')) return 'checkout-order';
  if (type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED') return 'refund';
  return type.startsWith('CUSTOMER.DISPUTE') ? 'dispute' : 'capture';
}
