import { describe, expect, test } from 'vitest';
import type { ContactReplyContent } from '#domain/mail/mail.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';

const renderMail = builtMails();

const content: ContactReplyContent = {
  reply: 'Dear Noor,\n\n  with  two spaces\n\tand <b>a tab</b> & more\r\nThank you!',
  subject: 'A question',
  message: 'Where does it go?\n\n- here\n- there',
  sentAt: new Date('2026-03-04T12:00:00.000Z'),
};
const render = (changes: Partial<ContactReplyContent> = {}) => renderMail('contact_reply', { ...content, ...changes });

test('every email gives the contact address of this installation', async () => {
  const { html, text } = await builtMails({ contactEmail: 'help@kindbite.org' })('email_changed', { username: 'noor' });
  for (const part of [html.replaceAll('<!-- -->', ''), text]) {
    expect(part).toContain('please write to help@kindbite.org right away');
    expect(part).toContain('Questions? Write to help@kindbite.org.');
    expect(part).not.toContain('hello@kindbite.example');
  }
});

describe('the reply to a contact message', () => {
  test('keeps the lines and spaces of the reply, and quotes the message below', async () => {
    const { text } = await render();
    expect(text).toContain('\nDear Noor,\n\n  with  two spaces\n\tand <b>a tab</b> & more\nThank you!\n');
    expect(text).toContain(
      'Thank you!\n\nOn Mar 4, 2026, you wrote:\n\n> Where does it go?\n> \n> - here\n> - there\n',
    );
  });

  test('uses elements for line breaks and escapes markup', async () => {
    const { html } = await render({ message: '<script>alert(1)</script>\n<img src=x onerror=alert(2)>' });
    expect(html).toContain('Dear Noor,<br/><br/>  with  two spaces<br/>\tand &lt;b&gt;a tab&lt;/b&gt; &amp; more<br/>');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;<br/>&lt;img src=x onerror=alert(2)&gt;');
    expect(html).not.toMatch(/<script|<img/);
  });

  test.each([
    ['A question', 'Re: A question'],
    ['Re: A question', 'Re: A question'],
    ['RE: A question', 'RE: A question'],
    ['Reading glasses', 'Re: Reading glasses'],
    ['', 'Re: Your message to Kindbite'],
    ['  \n ', 'Re: Your message to Kindbite'],
    ['Food\r\nBcc: all@example.org', 'Re: Food Bcc: all@example.org'],
  ])('the subject %j becomes %j', async (subject, answer) => {
    expect((await render({ subject })).subject).toBe(answer);
  });
});
