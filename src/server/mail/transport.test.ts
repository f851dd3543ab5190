import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startMailServer, type MailServer } from '#test/support/mail/mail-server.ts';
import { MailRefusal, MailServerUnavailable, type MailMessage } from '#server/ports/mail-transport.ts';
import { createSmtpTransport, type MailTimeouts } from './transport.ts';

let smtp: MailServer;
beforeEach(async () => {
  smtp = await startMailServer();
});
afterEach(() => smtp.close());

const send = (write: () => Promise<Buffer>, timeouts?: MailTimeouts): Promise<void> => {
  const message: MailMessage = {
    messageId: '<one@localhost>',
    from: 'gifts@example.net',
    to: { name: 'Noor', address: 'noor@example.org' },
    subject: 'A file',
    html: '<p>Hello</p>',
    text: 'Hello',
    attachments: [{ filename: 'a-file.pdf', contentType: 'application/pdf', write }],
  };
  return createSmtpTransport(smtp.url, timeouts).send(message);
};

const sendText = (timeouts?: MailTimeouts) => send(() => Promise.resolve(Buffer.from('text')), timeouts);

test.each([
  [undefined, 'auto-generated'],
  [true, undefined],
])('an email asks for no automatic replies, unless a person wrote it: %s', async (isFromPerson, header) => {
  const message = { messageId: '<one@localhost>', from: 'gifts@example.net', subject: 'News', html: '', text: 'Hello' };
  const to = { name: 'Noor', address: 'noor@example.org' };
  await createSmtpTransport(smtp.url).send({ ...message, to, ...(isFromPerson && { isFromPerson }) });
  expect(smtp.received[0]?.headers.get('auto-submitted')).toBe(header);
});

describe('an email that is not accepted', () => {
  test.each(['busy', 'drops'] as const)('shows that the mail server is unavailable in its mode "%s"', async (mode) => {
    smtp.mode = mode;
    await expect(sendText()).rejects.toThrow(MailServerUnavailable);
  });

  test.each([
    [451, 'onMailFrom', MailServerUnavailable],
    [550, 'onMailFrom', MailServerUnavailable],
    [421, 'onRcptTo', MailServerUnavailable],
    [450, 'onRcptTo', MailRefusal],
    [550, 'onRcptTo', MailRefusal],
    [452, 'onData', MailServerUnavailable],
    [554, 'onData', MailRefusal],
  ] as const)(
    'with the response %d to %s was refused, or shows that the server is unavailable',
    async (code, step, error) => {
      smtp.refusal = { step, code };
      await expect(sendText()).rejects.toThrow(error);
    },
  );

  test('shows that the mail server is unavailable when the response reports a fault in its system', async () => {
    smtp.refusal = { step: 'onRcptTo', code: 451, text: '4.3.0 <noor@example.org>: Temporary lookup failure' };
    await expect(sendText()).rejects.toThrow(MailServerUnavailable);
    smtp.refusal = { step: 'onRcptTo', code: 450, text: '4.2.0 <noor@example.org>: Greylisted' };
    await expect(sendText()).rejects.toThrow(MailRefusal);
  });
});

describe('an email that the mail server', () => {
  const timeouts = { connectionMs: 1000, transferMs: 1000, acceptanceMs: 1000 };

  test('takes long to accept is sent', async () => {
    smtp.delayMs = 1500;
    await sendText({ ...timeouts, acceptanceMs: 30_000 });
    expect(smtp.received).toHaveLength(1);
  });

  test('read in full, without a response, may have been delivered', async () => {
    smtp.mode = 'drops';
    await expect(sendText()).rejects.toMatchObject({ mayBeDelivered: true });
    smtp.mode = 'accepts';
    smtp.delayMs = 1500;
    await expect(sendText(timeouts)).rejects.toMatchObject({ mayBeDelivered: true });
  });

  test('refused or never read cannot have been delivered', async () => {
    smtp.refusal = { step: 'onData', code: 452 };
    await expect(sendText()).rejects.toMatchObject({ mayBeDelivered: false });
    smtp.mode = 'hangs';
    await expect(sendText(timeouts)).rejects.toMatchObject({ mayBeDelivered: false });
  });
});

describe('an attached file', () => {
  test('arrives unchanged', async () => {
    await send(() => Promise.resolve(Buffer.from([0, 255, 13, 10, 128])));
    expect(smtp.received[0]!.file('application/pdf')).toEqual({
      name: 'a-file.pdf',
      content: Buffer.from([0, 255, 13, 10, 128]),
    });
    expect(smtp.received[0]!.part('text/plain').trim()).toBe('Hello');
  });

  test('is not written for a server that does not respond', async () => {
    const write = vi.fn<() => Promise<Buffer>>();
    await smtp.close();
    await expect(send(write)).rejects.toThrow(MailServerUnavailable);
    expect(write).not.toHaveBeenCalled();
    smtp = await startMailServer();
  });

  test('that cannot be written stops the email', async () => {
    await expect(send(() => Promise.reject(new Error('no ink')))).rejects.toThrow(MailRefusal);
    expect(smtp.received).toEqual([]);
  });
});
