import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brand } from '#domain/brand.ts';
import type { RenderMail } from '#domain/mail/mail.ts';
import { standardWords, type MailWords } from '#domain/words/words.ts';
import { lazyMails } from '#server/mail/load-mails.ts';
import { buildMails } from '#tools/build/build-mails.ts';

/** Builds the emails from the current sources, once per test run, so that no test uses an earlier build. */
export default async function buildMailsOnce(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'test-mails-'));
  await buildMails(join(folder, 'mails'));
  process.env[folderVariable] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Creates a renderer of emails with this run's build. */
export const builtMails = (words: Partial<MailWords> = {}): RenderMail =>
  mailsFrom(() => ({ ...standardWords, ...standardWords.mails, contactEmail: brand.contactEmail, ...words }));

/** Creates a renderer of emails with this run's build, and with the words that apply when an email is rendered. */
export const mailsFrom = (words: () => MailWords): RenderMail =>
  lazyMails(words, join(process.env[folderVariable] ?? '', 'mails', 'mails.js'));

const folderVariable = 'TEST_MAILS_FOLDER';
