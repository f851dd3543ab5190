import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderMail } from '#domain/mail/mail.ts';

const builtMailsPath = join(import.meta.dirname, '../../../dist/mails/mails.js');

/** Renders emails with the built module, which is loaded for the first email: most processes never render one. */
export function lazyMails(contactEmail: string, path: string = builtMailsPath): RenderMail {
  let renderMail: Promise<RenderMail> | undefined;
  return async (name, content) => {
    renderMail ??= loadMails(path).then(({ mailRenderer }) => mailRenderer(contactEmail));
    return (await renderMail)(name, content);
  };
}

interface MailsModule {
  readonly mailRenderer: (contactEmail: string) => RenderMail;
}

async function loadMails(path: string): Promise<MailsModule> {
  const loaded: unknown = await import(pathToFileURL(path).href);
  if (!isMailsModule(loaded)) throw new TypeError('the built emails do not export mailRenderer; build them again');
  return loaded;
}

const isMailsModule = (loaded: unknown): loaded is MailsModule =>
  typeof loaded === 'object' &&
  loaded !== null &&
  'mailRenderer' in loaded &&
  typeof loaded.mailRenderer === 'function';
