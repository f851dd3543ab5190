import { insertToken, tokenBody } from '../accounts/tokens.ts';
import { switchCounters } from '../report/switch-counters.ts';
import { smallPicture } from '../pictures/pictures.ts';
import { forWebhook, insertEndpointDelivery, insertWebhook, webhookBody } from '../webhooks/webhooks.ts';
import { withEntries } from '../catalogue/catalogue.ts';
import { insertWordsVersion, newWords } from '../words/words.ts';
import { newQuestions } from '../words/questions.ts';
import { newFigures } from '../report/new-figures.ts';
import { insertVersion } from '../words/insert-version.ts';
import { withoutInput, type SomeCalls } from './valid-call.ts';

/** A successful call of each of the team's endpoints for the site and for other programs. */
export const siteCalls = {
  getCounters: withoutInput,
  switchCounters,
  getAdminWords: withoutInput,
  previewWords: () => ({ body: { words: newWords() } }),
  publishWords: ({ deps }) => {
    const { number } = deps.published.words.current();
    return { body: { basedOn: number, reason: 'New name', words: newWords({ name: `Snack Aid ${number}` }) } };
  },
  restoreWords: async (app) => ({
    body: { basedOn: await insertWordsVersion(app), reason: 'Back to the first words' },
  }),
  getAdminQuestions: withoutInput,
  previewQuestions: () => ({ body: { questions: newQuestions() } }),
  publishQuestions: ({ deps }) => {
    const { number } = deps.published.questions.current();
    return { body: { basedOn: number, reason: 'New question', questions: newQuestions(`Response ${number}`) } };
  },
  restoreQuestions: async (app) => ({
    body: { basedOn: await insertVersion(app, 'questions', newQuestions()), reason: 'Back to the first questions' },
  }),
  getAdminReport: withoutInput,
  previewFigures: () => ({ body: { figures: newFigures() } }),
  publishFigures: ({ deps }) => {
    const { number } = deps.published.report.current();
    return { body: { basedOn: number, reason: 'New figures', figures: newFigures(number) } };
  },
  restoreFigures: async (app) => ({
    body: { basedOn: await insertVersion(app, 'report', newFigures()), reason: 'Back to the first figures' },
  }),
  getReportYears: withoutInput,
  switchReportYear: async (app) => {
    await insertVersion(app, 'report_years', { years: [2026] });
    return {
      body: { year: 2026, isOn: false, basedOn: app.deps.published.reportYears.current().number, reason: 'Later' },
    };
  },
  getAdminCatalogue: withoutInput,
  publishCatalogue: ({ deps }) => {
    const { number, document } = deps.published.catalogue.current();
    const changed = withEntries(document, { snacks: { 1: { priceMinor: 351 + number } } });
    return { body: { basedOn: number, reason: 'New price', document: changed } };
  },
  uploadPicture: () => ({ body: smallPicture }),
  listTokens: withoutInput,
  makeToken: (app, { caller }) => ({ body: tokenBody(app, caller) }),
  revokeToken: async (app, { caller }) => ({
    params: { id: await insertToken(app, caller) },
    body: { reason: 'Not needed' },
  }),
  listWebhooks: withoutInput,
  addWebhook: () => ({ body: webhookBody() }),
  changeWebhook: async (app) => ({ params: { id: await insertWebhook(app, { events: '' }) }, body: webhookBody() }),
  rotateWebhookSecret: forWebhook(),
  pauseWebhook: forWebhook(),
  resumeWebhook: forWebhook({ status: 'paused' }),
  removeWebhook: forWebhook(),
  testWebhook: forWebhook(),
  listDeliveries: async (app) => ({ params: { id: await insertWebhook(app, { events: '' }) } }),
  redeliver: async (app) => ({ params: { id: await insertEndpointDelivery(app) }, body: { reason: 'Lost there' } }),
} as const satisfies SomeCalls;
