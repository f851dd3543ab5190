import {
  deliveriesAnswer,
  deliveriesQuery,
  webhookActionRequest,
  webhookRequest,
  webhooksAnswer,
  webhookSecretAnswer,
} from '#contract/admin/webhooks.ts';
import type { CallTable } from '#contract/endpoint.ts';
import { doneAnswer } from '#contract/account/session.ts';

const action = { method: 'POST', body: webhookActionRequest } as const;

/** The endpoints of other programs that we tell about events. */
export const webhookCalls = {
  listWebhooks: { method: 'GET', path: '/api/admin/webhooks', answer: webhooksAnswer },
  addWebhook: { method: 'POST', path: '/api/admin/webhooks', body: webhookRequest, answer: webhookSecretAnswer },
  changeWebhook: { method: 'POST', path: '/api/admin/webhooks/:id', body: webhookRequest, answer: doneAnswer },
  rotateWebhookSecret: { ...action, path: '/api/admin/webhooks/:id/rotate', answer: webhookSecretAnswer },
  pauseWebhook: { ...action, path: '/api/admin/webhooks/:id/pause', answer: doneAnswer },
  resumeWebhook: { ...action, path: '/api/admin/webhooks/:id/resume', answer: doneAnswer },
  removeWebhook: { ...action, path: '/api/admin/webhooks/:id/remove', answer: doneAnswer },
  testWebhook: { ...action, path: '/api/admin/webhooks/:id/test', answer: doneAnswer },
  listDeliveries: {
    method: 'GET',
    path: '/api/admin/webhooks/:id/deliveries',
    query: deliveriesQuery,
    answer: deliveriesAnswer,
  },
  redeliver: { ...action, path: '/api/admin/webhook-deliveries/:id/redeliver', answer: doneAnswer },
} as const satisfies CallTable;
