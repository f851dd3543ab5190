import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RenderMail } from '#domain/mail/mail.ts';
import { lazyMails } from '#server/mail/load-mails.ts';
import { buildMails } from '#tools/build/build-mails.ts';

/** The mails as they are written now, built as the product builds them. */
export interface BuiltMails {
  readonly renderMail: RenderMail;
  remove(): void;
}

/** Builds the mails into a folder of their own, so that no test sees those of an earlier build. */
export async function builtMails(): Promise<BuiltMails> {
  const folder = mkdtempSync(join(tmpdir(), 'test-mails-'));
  await buildMails(join(folder, 'mails'));
  return {
    renderMail: lazyMails(join(folder, 'mails', 'mails.js')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
