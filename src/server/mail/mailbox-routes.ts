import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Deps } from '#server/deps.ts';
import { isOperator } from '#server/http/operations/operator-access.ts';
import { mailPolicy } from './mail-policy.ts';
import type { MailWriters } from './mail-writer.ts';
import { mailboxPage, mailPage } from './mailbox-pages.ts';
import { findMail, readMailbox } from './read-mailbox.ts';

/**
 * `/dev/mail`: the newest emails, sent or waiting, as they would be written now, for people trying the product. Available only
 * with the payment sandbox, and only to the operator; anyone else gets a 404.
 */
export function mailboxRoutes(server: FastifyInstance, deps: Deps, writers: MailWriters): void {
  if (!deps.config.sandbox) return;
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (isOperator(request, deps.config, deps.config.operatorToken)) return undefined;
    reply.callNotFound();
    return reply;
  };
  server.get('/dev/mail', { onRequest }, async (_request, reply) =>
    sendMarkup(reply, pagePolicy, mailboxPage(await readMailbox(deps, writers), deps.mail !== undefined)),
  );
  server.get('/dev/mail/:id', { onRequest }, async (request, reply) => {
    const entry = await findMail(deps, writers, idOf(request));
    if (entry) return sendMarkup(reply, pagePolicy, mailPage(entry));
    reply.callNotFound();
    return reply;
  });
  server.get('/dev/mail/:id/html', { onRequest }, async (request, reply) => {
    const entry = await findMail(deps, writers, idOf(request));
    if (entry?.message)
      return sendMarkup(reply.header('x-frame-options', 'SAMEORIGIN'), mailPolicy, entry.message.html);
    reply.callNotFound();
    return reply;
  });
}

const idOf = (request: FastifyRequest): string => z.object({ id: z.string() }).parse(request.params).id;

const pagePolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const sendMarkup = (reply: FastifyReply, contentSecurityPolicy: string, markup: string): FastifyReply =>
  reply
    .header('content-security-policy', contentSecurityPolicy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(markup);
