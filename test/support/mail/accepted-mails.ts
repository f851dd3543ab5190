import type { MailTransport } from '#server/ports/mail-transport.ts';
import type { TestAppOptions } from '../app/start-app.ts';
import { builtMails } from './built-mails.ts';

export const acceptingTransport: MailTransport = { send: async () => undefined };

/** Returns options of an app that renders emails from the current sources and sends them to no one. */
export const acceptedMails = (): Pick<TestAppOptions, 'mail' | 'renderMail'> => ({
  mail: acceptingTransport,
  renderMail: builtMails(),
});
