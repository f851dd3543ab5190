import type { FastifyInstance, FastifyReply } from 'fastify';
import { webhookSentences } from '#contract/admin/webhooks.ts';
import { nextCursorHeader } from '#contract/endpoint.ts';
import { webhookEndpoints } from '#contract/endpoints/admin/webhooks.ts';
import { readPosition } from '#server/db/list-page.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint, type StaffMember } from '#server/http/register-endpoint.ts';
import { listDeliveries } from './delivery/list-deliveries.ts';
import { redeliver } from './delivery/redeliver.ts';
import { addEndpoint } from './endpoints/add-endpoint.ts';
import {
  pauseEndpoint,
  removeEndpoint,
  resumeEndpoint,
  rotateSecret,
  testEndpoint,
  type EndpointChange,
} from './endpoints/change-endpoint.ts';
import { editEndpoint } from './endpoints/edit-endpoint.ts';
import { listEndpoints } from './endpoints/list-endpoints.ts';

/** The endpoints of other programs, for staff. */
export function webhookEndpointRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, webhookEndpoints.listWebhooks, () => listEndpoints(deps));
  registerEndpoint(app, deps, webhookEndpoints.addWebhook, async ({ user, body, reply }) => {
    const added = await addEndpoint(deps, user, body);
    return added.code === 'added'
      ? { id: added.id, secret: added.secret }
      : sendRefusal(reply, added.code, added.sentence);
  });
  registerEndpoint(app, deps, webhookEndpoints.changeWebhook, async ({ user, params, body, reply }) => {
    const edited = await editEndpoint(deps, { ...body, id: params.id, actor: user });
    return edited.code === 'webhook_address_refused'
      ? sendRefusal(reply, edited.code, edited.sentence)
      : respond(reply, edited);
  });
  registerEndpoint(app, deps, webhookEndpoints.rotateWebhookSecret, async (call) => {
    const rotated = await rotateSecret(deps, changeOf(call));
    if (rotated.code === 'not_found') return sendRefusal(call.reply, 'not_found', webhookSentences.unknown);
    return { id: call.params.id, secret: rotated.secret };
  });
  registerEndpoint(app, deps, webhookEndpoints.pauseWebhook, async (call) =>
    respond(call.reply, await pauseEndpoint(deps, changeOf(call))),
  );
  registerEndpoint(app, deps, webhookEndpoints.resumeWebhook, async (call) =>
    respond(call.reply, await resumeEndpoint(deps, changeOf(call))),
  );
  registerEndpoint(app, deps, webhookEndpoints.removeWebhook, async (call) =>
    respond(call.reply, await removeEndpoint(deps, changeOf(call))),
  );
  registerEndpoint(app, deps, webhookEndpoints.testWebhook, async (call) =>
    respond(call.reply, await testEndpoint(deps, changeOf(call))),
  );
  registerEndpoint(app, deps, webhookEndpoints.listDeliveries, async ({ params, query, reply }) => {
    const position = readPosition(query, 'whd');
    if (!position) return sendRefusal(reply, 'invalid_request', webhookSentences.cursorInvalid);
    const page = await listDeliveries(deps.db.read, params.id, position);
    if (!page) return sendRefusal(reply, 'not_found', webhookSentences.unknown);
    if (page.nextCursor !== undefined) reply.header(nextCursorHeader, page.nextCursor);
    return page.deliveries;
  });
  registerEndpoint(app, deps, webhookEndpoints.redeliver, async ({ user, params, body, reply }) => {
    const { code } = await redeliver(deps, { actor: user, deliveryId: params.id, reason: body.reason });
    return code === 'enqueued' ? {} : sendRefusal(reply, code, webhookSentences.deliveryUnknown);
  });
}

interface ChangeCall {
  readonly user: StaffMember;
  readonly params: { readonly id: string };
  readonly body: { readonly reason: string };
}

const changeOf = ({ user, params, body }: ChangeCall): EndpointChange => ({
  actor: user,
  id: params.id,
  reason: body.reason,
});

function respond(
  reply: FastifyReply,
  { code }: { readonly code: 'changed' | 'removed' | 'sent' | 'not_found' | 'nothing_changed' },
): FastifyReply | Record<string, never> {
  if (code === 'not_found') return sendRefusal(reply, code, webhookSentences.unknown);
  return code === 'nothing_changed' ? sendRefusal(reply, code, webhookSentences.unchanged) : {};
}
