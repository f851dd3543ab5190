import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderMail } from '#domain/mail/mail.ts';

const builtMailsPath = join(import.meta.dirname, '../../../dist/mails/mails.js');

/** Renders emails with the built module, which is loaded for the first email: most processes never render one. */
export function lazyMails(path: string = builtMailsPath): RenderMail {
  let mails: Promise<MailsModule> | undefined;
  return async (name, content) => {
    mails ??= loadMails(path);
    const { renderMail } = await mails;
    return renderMail(name, content);
  };
}

interface MailsModule {
  readonly renderMail: RenderMail;
}

async function loadMails(path: string): Promise<MailsModule> {
  const loaded: unknown = await import(pathToFileURL(path).href);
  if (!isMailsModule(loaded)) throw new TypeError('the built emails do not export renderMail; build them again');
  return loaded;
}

const isMailsModule = (loaded: unknown): loaded is MailsModule =>
  typeof loaded === 'object' && loaded !== null && 'renderMail' in loaded && typeof loaded.renderMail === 'function';
