import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startMailServer, type MailServer } from '#test/support/mail/mail-server.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';
import { MailRefusal, createSmtpTransport } from './transport.ts';

let smtp: MailServer;
beforeEach(async () => {
  smtp = await startMailServer();
});
afterEach(() => smtp.close());

const send = (write: () => Promise<Buffer>): Promise<void> => {
  const message: MailMessage = {
    messageId: '<one@localhost>',
    from: 'gifts@example.net',
    to: { name: 'Noor', address: 'noor@example.org' },
    subject: 'A file',
    html: '<p>Hello</p>',
    text: 'Hello',
    attachments: [{ filename: 'a-file.pdf', contentType: 'application/pdf', write }],
  };
  return createSmtpTransport(smtp.url).send(message);
};

describe('an attached file', () => {
  test('arrives unchanged', async () => {
    await send(() => Promise.resolve(Buffer.from([0, 255, 13, 10, 128])));
    expect(smtp.received[0]!.file('application/pdf')).toEqual({
      name: 'a-file.pdf',
      content: Buffer.from([0, 255, 13, 10, 128]),
    });
    expect(smtp.received[0]!.part('text/plain').trim()).toBe('Hello');
  });

  test('is not written for a server that does not answer', async () => {
    const write = vi.fn<() => Promise<Buffer>>();
    await smtp.close();
    await expect(send(write)).rejects.toThrow(MailRefusal);
    expect(write).not.toHaveBeenCalled();
    smtp = await startMailServer();
  });

  test('that cannot be written stops the email', async () => {
    await expect(send(() => Promise.reject(new Error('no ink')))).rejects.toThrow(MailRefusal);
    expect(smtp.received).toEqual([]);
  });
});
