import { z } from 'zod';
import type { PortalSessionRecord } from '../state/billing-records.ts';
import { expandParameter, formText, formUrl } from '../stripe-parameters/form-values.ts';
import { newId } from '../stripe/ids.ts';
import { noSuch } from '../stripe/stripe-error.ts';
import { portalSessionToWire } from '../stripe-wire/customer.ts';
import { endpoint } from './endpoint.ts';

/** Opens the portal for a customer: its address lets whoever knows it replace the card, for an hour. */
export const portalEndpoint = endpoint({
  method: 'POST',
  path: '/v1/billing_portal/sessions',
  parameters: z.strictObject({
    ...expandParameter,
    customer: z.string(),
    locale: formText(10).optional(),
    return_url: formUrl.optional(),
  }),
  answers: { kind: 'billing_portal.session' },
  check: ({ store, clock }, parameters): PortalSessionRecord => {
    const customer = store.customers.get(parameters.customer);
    if (customer === undefined) throw noSuch('customer', parameters.customer, 'customer', 400);
    return {
      id: newId.portalSession(),
      created: clock.nowSeconds(),
      customerId: customer.id,
      returnUrl: parameters.return_url ?? null,
      locale: parameters.locale ?? null,
      pageSecret: newId.pageSecret(),
    };
  },
  run: ({ store, config }, session) => {
    store.portalSessions.put(session);
    return portalSessionToWire(session, config.publicUrl);
  },
});
