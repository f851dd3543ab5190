import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { postText, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { readContent } from './queries.ts';

const written = { name: 'Noor', email: 'noor@example.org', subject: 'Hello', message: 'Where does it go?' };

const missing = 'Please fill out all required fields';
const badAddress = 'Please enter a valid email address';

const refused: readonly (readonly [what: string, body: unknown, sentence: string])[] = [
  ['nothing at all', {}, missing],
  ['no name', { ...written, name: undefined }, missing],
  ['an empty name', { ...written, name: '' }, missing],
  ['a blank name', { ...written, name: ' \t\n' }, missing],
  ['a name that is not a text', { ...written, name: 7 }, missing],
  ['no address', { ...written, email: undefined }, missing],
  ['an address of blanks', { ...written, email: '  ' }, missing],
  ['no message', { ...written, message: undefined }, missing],
  ['an empty message', { ...written, message: '' }, missing],
  ['null as the message', { ...written, message: null }, missing],
  ['an address without @', { ...written, email: 'noor' }, badAddress],
  ['an address with a NUL character', { ...written, email: 'noor@example.org\0' }, badAddress],
  ['an address with a line break', { ...written, email: 'noor@example.org\r\nBcc: all@example.org' }, badAddress],
  ['two addresses', { ...written, email: 'noor@example.org, all@example.org' }, badAddress],
  ['a name of 201 characters', { ...written, name: '🥕'.repeat(201) }, 'Names can have at most 200 characters'],
  ['a subject of 301', { ...written, subject: '🥕'.repeat(301) }, 'Subjects can have at most 300 characters'],
  ['a message of 5,001', { ...written, message: '🥕'.repeat(5001) }, 'Messages can have at most 5,000 characters'],
];

forEachDatabase((engine) => {
  describe('POST /api/contact', () => {
    let app: TestApp;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterEach(() => app.close());

    const send = async (body: unknown) => {
      const { statusCode: status, body: text } = await postText(app, '/api/contact', JSON.stringify(body));
      return { status, text };
    };
    const done = { status: 200, text: '{}' };
    const stored = async () =>
      (await app.deps.db.read.selectFrom('contact_messages').selectAll().execute()).map(
        ({ id: _id, network: _network, ...row }) => ({
          ...row,
          content: readContent(row.content),
        }),
      );
    const jobs = () => app.deps.db.read.selectFrom('outbox').select(['kind', 'payload']).execute();
    const row = (content: { readonly email: string; readonly subject: string }) => ({
      content,
      email_key: content.email.toLowerCase(),
      status: 'new',
      sent_at: '2026-03-04T12:00:00.000Z',
      read_at: null,
    });

    test('stores the message as new', async () => {
      expect(await send(written)).toEqual(done);
      expect(await stored()).toEqual([row(written)]);
    });

    test.each([undefined, null, ''])('accepts %j as the subject', async (subject) => {
      expect(await send({ ...written, subject })).toEqual(done);
      expect(await stored()).toEqual([row({ ...written, subject: '' })]);
    });

    test('stores two messages when someone writes twice', async () => {
      expect([await send(written), await send(written)]).toEqual([done, done]);
      expect(await stored()).toEqual([row(written), row(written)]);
    });

    test('drops a message with the hidden field filled in, with the usual response', async () => {
      expect(await send({ ...written, website: 'https://buy.example' })).toEqual(done);
      expect([await stored(), await jobs()]).toEqual([[], []]);
    });

    test.each(['', null])('accepts %j in the hidden field', async (website) => {
      expect(await send({ ...written, website })).toEqual(done);
      expect(await stored()).toEqual([row(written)]);
    });

    test.each(refused)('refuses %s with the form’s sentence, and stores nothing', async (_what, body, sentence) => {
      const response = await send(body);
      expect({ ...response, text: JSON.parse(response.text) as unknown }).toEqual({
        status: 400,
        text: refusal('invalid_request', sentence),
      });
      expect([await stored(), await jobs()]).toEqual([[], []]);
    });

    test('leaves nothing of the message in the log or the outbox', async () => {
      await send(written);
      expect(JSON.stringify([app.logged, await jobs()])).not.toMatch(/Noor|noor@|Hello|Where/);
    });
  });
});
