import type { ReceivedMail } from './mail-server.ts';

/** The token in the link of a newsletter's confirmation. */
export const confirmTokenOf = (mail: ReceivedMail): string =>
  tokenIn(mail.part('text/plain'), /\/newsletter\/confirm#([\w-]+)/);

/** The token in the address that mail programs use to unsubscribe. */
export const unsubscribeTokenOf = (mail: ReceivedMail): string =>
  tokenIn(mail.headers.get('list-unsubscribe') ?? '', /\/newsletter\/unsubscribe\/([\w-]+)>$/);

function tokenIn(text: string, link: RegExp): string {
  const token = link.exec(text)?.[1];
  if (token === undefined) throw new Error(`no ${link} in the mail`);
  return token;
}
