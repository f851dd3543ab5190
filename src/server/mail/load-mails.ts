import { pathToFileURL } from 'node:url';
import type { RenderMail } from '#domain/mail/mail.ts';
import type { MailWords } from '#domain/words/words.ts';
import { inProductFolder } from '#server/product-folder.ts';

const builtMailsPath = inProductFolder('dist', 'mails', 'mails.js');

/**
 * Renders each email with the words that apply at that time. Loads the built module for the first email, because most processes
 * never render one.
 */
export function lazyMails(words: () => MailWords, path: string = builtMailsPath): RenderMail {
  let loading: Promise<MailsModule> | undefined;
  return async (name, content) => {
    loading ??= loadMails(path);
    const { mailRenderer } = await loading;
    return mailRenderer(words())(name, content);
  };
}

interface MailsModule {
  readonly mailRenderer: (words: MailWords) => RenderMail;
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
