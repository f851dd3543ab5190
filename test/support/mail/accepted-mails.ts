import type { MailTransport } from '#server/ports/mail-transport.ts';
import type { TestAppOptions } from '../app/start-app.ts';
import { builtMails } from './built-mails.ts';

export const acceptsAll: MailTransport = { send: async () => undefined };

/** Lets an app render emails from the current sources, and send them to no one. */
export const acceptedMails = (): Pick<TestAppOptions, 'mail' | 'renderMail'> => ({
  mail: acceptsAll,
  renderMail: builtMails(),
});
