import type { FastifyInstance, FastifyReply } from 'fastify';
import { questionsEndpoints } from '#contract/endpoints/public/questions.ts';
import { compareFacts } from '#domain/publishing/document-kind.ts';
import { withName, type Questions } from '#domain/questions/questions.ts';
import { currentSender } from '#server/current-words.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint, type StaffMember } from '#server/http/register-endpoint.ts';
import { publish, readVersions } from '#server/publishing/index.ts';
import { questionsKind } from './questions-kind.ts';
import { showQuestions, shownQuestions } from './show-questions.ts';

/** The questions of the FAQ: for donors, and in the admin area to read, preview and publish. */
export function questionsRoutes(app: FastifyInstance, deps: Deps): void {
  const { questions: published } = deps.published;
  const named = (questions: Questions) => withName(shownQuestions(questions), currentSender(deps).name);
  registerEndpoint(app, deps, questionsEndpoints.getQuestions, async () => ({
    questions: toResponse(named(published.current().document)),
  }));
  registerEndpoint(app, deps, questionsEndpoints.getAdminQuestions, async () => {
    await published.refresh(deps.db.read);
    const { number, document } = published.current();
    return {
      version: number,
      name: currentSender(deps).name,
      questions: toResponse(document),
      standard: toResponse(questionsKind.standard),
      history: await readVersions(deps.db.read, questionsKind),
    };
  });
  registerEndpoint(app, deps, questionsEndpoints.previewQuestions, async ({ body, reply }) => {
    const result = showQuestions(body.questions);
    if (result.code === 'refused') return sendRefusal(reply, 'invalid_request', result.sentence);
    await published.refresh(deps.db.read);
    const before = questionsKind.factsOf(published.current().document);
    return {
      changes: [...compareFacts(before, questionsKind.factsOf(body.questions))],
      shown: toResponse(withName(result.questions, currentSender(deps).name)),
    };
  });
  registerEndpoint(app, deps, questionsEndpoints.publishQuestions, async ({ user, body, reply }) => {
    const result = showQuestions(body.questions);
    if (result.code === 'refused') return sendRefusal(reply, 'invalid_request', result.sentence);
    return publishQuestions(deps, { actor: user, document: body.questions, ...body, reply });
  });
  registerEndpoint(app, deps, questionsEndpoints.restoreQuestions, async ({ user, body, reply }) =>
    publishQuestions(deps, { actor: user, document: questionsKind.standard, ...body, reply }),
  );
}

interface PublishQuestions {
  readonly actor: StaffMember;
  readonly document: Questions;
  readonly basedOn: number;
  readonly reason: string;
  readonly reply: FastifyReply;
}

async function publishQuestions(deps: Deps, { actor, document, basedOn, reason, reply }: PublishQuestions) {
  const result = await publish(deps, deps.published.questions, { actor, document, basedOn, reason });
  if (result.code !== 'published') return sendRefusal(reply, result.code, result.sentence);
  deps.log.info({ kind: 'questions', version: result.version, publishedBy: actor.id }, 'version published');
  return { status: result.code, version: result.version };
}

/** Each group as a list that the response's type can hold. */
const toResponse = <Entry>(groups: Readonly<Record<keyof Questions, readonly Entry[]>>) => ({
  'about-us': [...groups['about-us']],
  donations: [...groups.donations],
  'account-and-privacy': [...groups['account-and-privacy']],
});
