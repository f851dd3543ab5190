import type { RenderMail } from '#domain/mail/mail.ts';
import { mailWriters } from '#server/mail-writers.ts';
import { mailHandlers } from '#server/mail/mail-writer.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import type { TestDatabase } from '../app/databases.ts';
import { startMailServer, type MailServer, type ReceivedMail } from './mail-server.ts';
import { startApp, type TestApp, type TestAppOptions } from '../app/start-app.ts';
import { stubCards } from '../payments/stub-cards.ts';
import { patientSmtp } from './patient-smtp.ts';

/** The product with a real mail server. */
export interface MailedApp {
  readonly app: TestApp;
  readonly smtp: MailServer;
  /** Sends every due email. Resolves to the emails that arrived. */
  deliverMails(): Promise<ReceivedMail[]>;
  close(): Promise<void>;
}

/** Starts app and mail server with a fresh database; `renderMail` comes from `builtMails`. */
export async function startMailedApp(
  engine: TestDatabase,
  renderMail: RenderMail,
  options: TestAppOptions = {},
): Promise<MailedApp> {
  const smtp = await startMailServer();
  const app = await startApp(engine, {
    cards: stubCards(),
    mail: patientSmtp(smtp.url),
    renderMail,
    ...options,
  });
  const deliverMails = async (): Promise<ReceivedMail[]> => {
    const known = smtp.received.length;
    while ((await workOutbox(app.deps, mailHandlers(app.deps, mailWriters))).done > 0);
    return smtp.received.slice(known);
  };
  const close = async (): Promise<void> => {
    await app.close();
    await smtp.close();
  };
  return { app, smtp, deliverMails, close };
}
