import { webhookCalls } from '#contract/calls/admin/webhooks.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

const access = 'manageIntegrations';

export const webhookEndpoints = {
  listWebhooks: {
    ...webhookCalls.listWebhooks,
    access,
    summary: 'The endpoints of other programs that are notified of events',
    errors: [],
  },
  addWebhook: {
    ...webhookCalls.addWebhook,
    access,
    onlyInPerson: true,
    summary: 'Adds an endpoint; only this response shows its secret',
    errors: ['webhook_address_refused', 'too_many_webhooks', 'too_many_requests'],
    limitPerMinute: 60,
  },
  changeWebhook: {
    ...webhookCalls.changeWebhook,
    access,
    onlyInPerson: true,
    summary: 'Changes the address, the description and the events of an endpoint; its secret stays',
    errors: ['not_found', 'webhook_address_refused', 'too_many_requests'],
    limitPerMinute: 60,
  },
  rotateWebhookSecret: {
    ...webhookCalls.rotateWebhookSecret,
    access,
    onlyInPerson: true,
    summary: 'Gives an endpoint a new secret, which only this response shows; the old one signs for 24 more hours',
    errors: ['not_found'],
  },
  pauseWebhook: {
    ...webhookCalls.pauseWebhook,
    access,
    onlyInPerson: true,
    summary: 'Pauses an endpoint: nothing is sent to it until it is resumed',
    errors: ['not_found', 'nothing_changed'],
  },
  resumeWebhook: {
    ...webhookCalls.resumeWebhook,
    access,
    onlyInPerson: true,
    summary: 'Sends new events to an endpoint that was paused or switched off',
    errors: ['not_found', 'nothing_changed'],
  },
  removeWebhook: {
    ...webhookCalls.removeWebhook,
    access,
    onlyInPerson: true,
    summary: 'Removes an endpoint with its deliveries',
    errors: ['not_found'],
  },
  testWebhook: {
    ...webhookCalls.testWebhook,
    access,
    onlyInPerson: true,
    summary: 'Sends an endpoint a test event, once',
    errors: ['not_found', 'too_many_requests'],
    limitPerMinute: 60,
  },
  listDeliveries: {
    ...webhookCalls.listDeliveries,
    access,
    summary: 'What was sent to an endpoint, newest first, with every attempt',
    errors: ['not_found'],
  },
  redeliver: {
    ...webhookCalls.redeliver,
    access,
    onlyInPerson: true,
    summary: 'Sends a delivery again, at once',
    errors: ['not_found', 'too_many_requests'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
