import type { FastifyInstance } from 'fastify';
import { markdownSentences, newslettersSentences } from '#contract/admin/newsletters.ts';
import { newslettersEndpoints } from '#contract/endpoints/admin/newsletters.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal, sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { mailPolicy } from '#server/mail/mail-policy.ts';
import { readFigures } from '../sending/read-figures.ts';
import { findNewsletter, readNewsletters } from './queries.ts';
import { renderPreview } from './render-newsletter.ts';
import { createDraft, deleteDraft, saveDraft } from './save-draft.ts';
import { setPostalAddress } from './set-postal-address.ts';
import { requestTest } from './test-mail.ts';

export function draftRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, newslettersEndpoints.listNewsletters, () => readNewsletters(deps.db.read));
  registerEndpoint(app, deps, newslettersEndpoints.createNewsletter, async ({ body, user, reply }) => {
    const created = await createDraft(deps, { ...body, actor: user });
    if (created.code === 'saved') return { id: created.id, version: created.version };
    return sendRefusal(reply, 'invalid_request', markdownSentences[created.problem]);
  });
  registerEndpoint(app, deps, newslettersEndpoints.saveNewsletter, async ({ params, body, user, reply }) => {
    const saved = await saveDraft(deps, { ...body, id: params.id, actor: user });
    switch (saved.code) {
      case 'saved':
        return { id: params.id, version: saved.version };
      case 'text_refused':
        return sendRefusal(reply, 'invalid_request', markdownSentences[saved.problem]);
      case 'outdated':
        return sendRefusal(reply, 'version_outdated', newslettersSentences.outdated);
      case 'already_sent':
        return sendRefusal(reply, 'newsletter_sent', newslettersSentences.alreadySent);
      case 'not_found':
        return sendRefusal(reply, 'not_found', newslettersSentences.unknown);
    }
  });
  registerEndpoint(app, deps, newslettersEndpoints.deleteNewsletter, async ({ params, body, user, reply }) => {
    const { code } = await deleteDraft(deps, { ...body, id: params.id, actor: user });
    if (code === 'already_sent') return sendRefusal(reply, 'newsletter_sent', newslettersSentences.alreadySent);
    return code === 'deleted' ? {} : sendRefusal(reply, code, newslettersSentences.unknown);
  });
  registerEndpoint(app, deps, newslettersEndpoints.testNewsletter, async ({ params, user, reply }) => {
    const { code } = await requestTest(deps, { id: params.id, actor: user });
    if (code === 'no_mail_server') return sendRefusal(reply, code, newslettersSentences.noMailServer);
    return code === 'requested' ? { email: user.email } : sendRefusal(reply, code, newslettersSentences.unknown);
  });
  registerEndpoint(app, deps, newslettersEndpoints.setPostalAddress, async ({ body, user, reply }) => {
    const { code } = await setPostalAddress(deps, { ...body, actor: user });
    return code === 'set' ? {} : sendRefusal(reply, 'version_outdated', newslettersSentences.outdated);
  });
  previewRoutes(app, deps);
}

function previewRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, newslettersEndpoints.getNewsletter, async ({ params }) => {
    const { id, subject, body, version, status, ...row } = await newsletterOf(params);
    return {
      id,
      subject,
      text: body,
      version,
      status,
      updatedAt: row.updated_at,
      updatedBy: row.updated_by,
      startedAt: row.started_at,
      startedBy: row.started_by,
      pauseCause: row.pause_cause,
      finishedAt: row.finished_at,
      figures: await readFigures(deps.db.read, id),
    };
  });
  registerEndpoint(app, deps, newslettersEndpoints.previewNewsletter, async ({ params }) => {
    const { subject, text } = await renderPreview(deps, await newsletterOf(params));
    return { subject, text };
  });
  registerEndpoint(app, deps, newslettersEndpoints.showNewsletter, async ({ params, reply }) => {
    const { html } = await renderPreview(deps, await newsletterOf(params));
    reply.header('content-security-policy', mailPolicy).header('x-frame-options', 'SAMEORIGIN');
    return reply.type('text/html; charset=utf-8').send(html);
  });
  async function newsletterOf({ id }: { readonly id: string }) {
    const newsletter = await findNewsletter(deps.db.read, id);
    if (!newsletter) throw new Refusal('not_found', newslettersSentences.unknown);
    return newsletter;
  }
}
