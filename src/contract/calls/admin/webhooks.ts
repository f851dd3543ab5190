import {
  deliveriesResponse,
  deliveriesQuery,
  webhookActionRequest,
  webhookRequest,
  webhooksResponse,
  webhookSecretResponse,
} from '#contract/admin/webhooks.ts';
import type { CallTable } from '#contract/endpoint.ts';
import { doneResponse } from '#contract/account/session.ts';

const action = { method: 'POST', body: webhookActionRequest } as const;

/** The calls for the endpoints of other programs that we tell about events. */
export const webhookCalls = {
  listWebhooks: { method: 'GET', path: '/api/admin/webhooks', response: webhooksResponse },
  addWebhook: { method: 'POST', path: '/api/admin/webhooks', body: webhookRequest, response: webhookSecretResponse },
  changeWebhook: { method: 'POST', path: '/api/admin/webhooks/:id', body: webhookRequest, response: doneResponse },
  rotateWebhookSecret: { ...action, path: '/api/admin/webhooks/:id/rotate', response: webhookSecretResponse },
  pauseWebhook: { ...action, path: '/api/admin/webhooks/:id/pause', response: doneResponse },
  resumeWebhook: { ...action, path: '/api/admin/webhooks/:id/resume', response: doneResponse },
  removeWebhook: { ...action, path: '/api/admin/webhooks/:id/remove', response: doneResponse },
  testWebhook: { ...action, path: '/api/admin/webhooks/:id/test', response: doneResponse },
  listDeliveries: {
    method: 'GET',
    path: '/api/admin/webhooks/:id/deliveries',
    query: deliveriesQuery,
    response: deliveriesResponse,
  },
  redeliver: { ...action, path: '/api/admin/webhook-deliveries/:id/redeliver', response: doneResponse },
} as const satisfies CallTable;
