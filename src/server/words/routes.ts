import type { FastifyInstance, FastifyReply } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { compareFacts } from '#domain/publishing/document-kind.ts';
import { standardWords } from '#domain/words/words.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint, type StaffMember } from '#server/http/register-endpoint.ts';
import { publish, readVersions, type PublishResult } from '#server/publishing/index.ts';
import { wordsKind } from './words-kind.ts';

/** The words in the admin area: read, preview and publish. */
export function wordsRoutes(app: FastifyInstance, deps: Deps): void {
  const { words: published } = deps.published;
  registerEndpoint(app, deps, endpoints.getAdminWords, async () => {
    await published.refresh(deps.db.read);
    const { number, document } = published.current();
    return {
      version: number,
      words: document,
      standard: standardWords,
      configuredEmail: deps.config.contactEmail,
      history: await readVersions(deps.db.read, wordsKind),
    };
  });
  registerEndpoint(app, deps, endpoints.previewWords, async ({ body }) => {
    await published.refresh(deps.db.read);
    const before = wordsKind.factsOf(published.current().document);
    return { changes: [...compareFacts(before, wordsKind.factsOf(body.words))] };
  });
  registerEndpoint(app, deps, endpoints.publishWords, async ({ user, body, reply }) => {
    const { words: document, basedOn, reason } = body;
    return responseOf(deps, user, await publish(deps, published, { actor: user, document, basedOn, reason }), reply);
  });
  registerEndpoint(app, deps, endpoints.restoreWords, async ({ user, body, reply }) => {
    const request = { ...body, actor: user, document: standardWords };
    return responseOf(deps, user, await publish(deps, published, request), reply);
  });
}

function responseOf(deps: Deps, user: StaffMember, result: PublishResult, reply: FastifyReply) {
  if (result.code !== 'published') return sendRefusal(reply, result.code, result.sentence);
  deps.log.info({ kind: 'words', version: result.version, publishedBy: user.id }, 'version published');
  return { status: result.code, version: result.version };
}
