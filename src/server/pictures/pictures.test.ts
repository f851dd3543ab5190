import { createHash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { catalogueSentences } from '#contract/admin/catalogue.ts';
import { pictureSentences, pictureUpload } from '#contract/admin/pictures.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { postText, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { withEntries } from '#test/support/catalogue/catalogue.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { pngFile, smallPicture } from '#test/support/pictures/pictures.ts';
import { deleteUnpublishedPictures, keepPictures } from './index.ts';

const path = '/api/admin/pictures';
const hourMs = 60 * 60 * 1000;
const { wrongType, containsMore } = pictureSentences;

const plain = (background: string) => sharp({ create: { width: 80, height: 60, channels: 3, background } });
const jpeg = await plain('teal').jpeg().toBuffer();
const webp = await plain('teal').webp().toBuffer();
const gif = await plain('teal').gif().toBuffer();
const tiff = await plain('teal').tiff().toBuffer();
const avif = await plain('teal').avif().toBuffer();
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');
const script = Buffer.from('<html><script>alert(1)</script></html>');
const tooLarge = Buffer.concat([smallPicture, Buffer.alloc(pictureUpload.bytesMax + 1 - smallPicture.length)]);
const bomb = pngFile({ width: 60_000, height: 60_000, pixels: Buffer.alloc(0) });

const upload = (
  app: TestApp,
  { cookie }: SignedIn,
  file: Buffer,
  type = 'image/png',
  headers = {},
): Promise<LightMyRequestResponse> => postText(app, path, file, { cookie, 'content-type': type, ...headers });

const countStored = async ({ deps }: TestApp): Promise<number> =>
  (await deps.db.read.selectFrom('pictures').select('hash').execute()).length;

forEachDatabase((engine) => {
  describe('an upload', () => {
    let app: TestApp;
    let content: SignedIn;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
      content = await signInStaff(app, 'content');
    });
    afterAll(() => app.close());

    test.each<[string, string, Buffer, number, string]>([
      ['SVG', 'image/svg+xml', svg, 415, wrongType],
      ['SVG declared as PNG', 'image/png', svg, 400, wrongType],
      ['SVG after a byte order mark', 'image/webp', Buffer.concat([Buffer.from('\uFEFF'), svg]), 400, wrongType],
      ['GIF', 'image/gif', gif, 415, wrongType],
      ['GIF declared as PNG', 'image/png', gif, 400, wrongType],
      ['TIFF declared as JPEG', 'image/jpeg', tiff, 400, wrongType],
      ['AVIF declared as WebP', 'image/webp', avif, 400, wrongType],
      ['HTML', 'image/png', script, 400, wrongType],
      ['a form', 'multipart/form-data; boundary=a', smallPicture, 415, wrongType],
      ['JSON', 'application/json', Buffer.from('{}'), 415, wrongType],
      ['a PNG with a script after it', 'image/png', Buffer.concat([smallPicture, script]), 400, containsMore],
      ['a JPEG with a script after it', 'image/jpeg', Buffer.concat([jpeg, script]), 400, containsMore],
      ['a WebP with a script after it', 'image/webp', Buffer.concat([webp, script]), 400, containsMore],
      ['a script with a PNG after it', 'image/png', Buffer.concat([script, smallPicture]), 400, wrongType],
      ['a decompression bomb', 'image/png', bomb, 400, pictureSentences.tooManyPixels],
      ['a truncated file', 'image/jpeg', jpeg.subarray(0, -20), 400, pictureSentences.damaged],
      ['a file with the first bytes of a PNG', 'image/png', smallPicture.subarray(0, 8), 400, pictureSentences.damaged],
      ['an empty file', 'image/png', Buffer.alloc(0), 400, pictureSentences.empty],
      ['more than 2 MB', 'image/png', tooLarge, 413, pictureSentences.tooLarge],
    ])('of %s is refused (%s), and nothing is stored', async (_what, type, file, status, sentence) => {
      const response = await upload(app, content, file, type);
      expect([response.statusCode, response.json().message]).toEqual([status, sentence]);
      expect([await countStored(app), await loggedActions(app)]).toEqual([0, []]);
    });

    test('from another site or without a type is refused', async () => {
      expect(
        (await upload(app, content, smallPicture, 'image/png', { origin: 'https://evil.example' })).statusCode,
      ).toBe(403);
      const headers = { cookie: content.cookie, 'sec-fetch-site': 'same-origin' };
      const untyped = await app.server.inject({ method: 'POST', url: path, headers, payload: smallPicture });
      expect([untyped.statusCode, untyped.json()]).toEqual([415, refusal('unsupported_content_type', wrongType)]);
      expect(await countStored(app)).toBe(0);
    });
  });

  describe('pictures', () => {
    let app: TestApp;
    let content: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      content = await signInStaff(app, 'content', { username: 'conny' });
    });
    afterEach(() => app.close());

    const uploadedName = async (file = smallPicture): Promise<string> =>
      (await upload(app, content, file)).json<{ picture: string }>().picture;
    const get = (name: string, headers = {}) => app.server.inject({ url: `/pictures/${name}`, headers });

    test.each([
      ['image/png', smallPicture],
      ['image/jpeg', jpeg],
      ['image/webp; charset=utf-8', webp],
      ['image/png', jpeg], // a file sent with the type of another format is accepted
    ])('as %s are stored and served as WebP under their hash', async (type, file) => {
      const { picture, ...size } = (await upload(app, content, file, type)).json<{ picture: string }>();
      expect(size).toEqual({ width: 480, height: 360 });
      const response = await get(picture);
      expect(picture).toBe(`${createHash('sha256').update(response.rawPayload).digest('hex')}.webp`);
      expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', ...size });
      expect(response.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-length': String(response.rawPayload.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      const head = await app.server.inject({ method: 'HEAD', url: `/pictures/${picture}` });
      expect([head.statusCode, head.headers['content-length']]).toEqual([200, response.headers['content-length']]);
      const again = await get(picture, { 'if-none-match': String(response.headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    });

    test('that are uploaded twice are one row, and two entries of the audit log', async () => {
      const name = await uploadedName();
      expect(await uploadedName()).toBe(name);
      expect(await countStored(app)).toBe(1);
      const entry = { action: 'picture_uploaded', actor_name: 'conny', subject: `picture ${name.slice(0, 64)}` };
      expect(await loggedActions(app)).toMatchObject([entry, entry]);
    });

    test('are not found under any other name', async () => {
      const hash = '0'.repeat(64);
      for (const name of ['', 'a.webp', `${hash}.webp`, `${hash}.png`, `${hash}.webp/`, '..%2fapi%2fuser', '%00'])
        expect([name, (await get(name)).statusCode]).toEqual([name, 404]);
    });

    test('are kept after a version has named them, and publishing one that is gone is refused', async () => {
      const publish = (picture: string) => {
        const { number, document } = app.deps.published.catalogue.current();
        const changed = withEntries(document, { snacks: { 1: { picture } } });
        const body = JSON.stringify({ basedOn: number, reason: 'New picture', document: changed });
        return postText(app, '/api/admin/catalogue', body, { cookie: content.cookie });
      };
      const [kept, forgotten] = [await uploadedName(), await uploadedName(jpeg)];
      expect((await publish(kept)).statusCode).toBe(200);
      app.clock.advance(24 * hourMs);
      await deleteUnpublishedPictures(app.deps);
      const refused = await publish(forgotten);
      expect([refused.statusCode, refused.json().message]).toEqual([400, catalogueSentences.pictureMissing('Coffee')]);
      expect(app.deps.published.catalogue.current().number).toBe(1);
      const snacks = (await app.server.inject({ url: '/api/snacks' })).json<{ id: number; picture?: string }[]>();
      const address = snacks.find(({ id }) => id === 1)!.picture!;
      expect((await app.server.inject({ url: address })).headers['content-type']).toBe('image/webp');
    });

    test('are deleted a day after their last upload, unless a version names them', async () => {
      const kept = await uploadedName();
      const repeated = await uploadedName(jpeg);
      await uploadedName(await plain('red').png().toBuffer());
      expect(await inTransaction(app.deps.db, (tx) => keepPictures(tx, [kept, 'missing.webp']))).toEqual([
        'missing.webp',
      ]);
      app.clock.advance(24 * hourMs - 1);
      await uploadedName(jpeg);
      await deleteUnpublishedPictures(app.deps);
      expect(await countStored(app)).toBe(3);
      app.clock.advance(1);
      await deleteUnpublishedPictures(app.deps);
      const stored = await app.deps.db.read.selectFrom('pictures').select('hash').execute();
      expect(stored.map(({ hash }) => `${hash}.webp`).toSorted()).toEqual([kept, repeated].toSorted());
    });

    test('that are published while they are being deleted are kept', async () => {
      const name = await uploadedName();
      app.clock.advance(24 * hourMs);
      const deleting = await inTransaction(app.deps.db, async (tx) => {
        expect(await keepPictures(tx, [name])).toEqual([]);
        return { done: deleteUnpublishedPictures(app.deps) }; // waits for the transaction, or begins after it
      });
      await deleting.done;
      expect(await countStored(app)).toBe(1);
    });
  });
});

test('a picture is served by every process', async () => {
  const app = await startApp('postgres', { cards: stubCards() });
  const other = await startApp('postgres', { cards: stubCards(), databaseUrl: app.deps.config.databaseUrl! });
  const uploaded = await upload(app, await signInStaff(app, 'content'), smallPicture);
  const { picture } = uploaded.json<{ picture: string }>();
  expect((await other.server.inject({ url: `/pictures/${picture}` })).headers['content-type']).toBe('image/webp');
  await other.close();
  await app.close();
});

test('one picture is decoded at a time, even for two people', async () => {
  const app = await startApp('sqlite', { cards: stubCards() });
  const people = [await signInStaff(app, 'content'), await signInStaff(app, 'owner')];
  const file = await plain('red').resize(1500, 1000).png().toBuffer();
  const running: number[] = [];
  const count = (): void => void running.push(sharp.counters().process);
  sharp.queue.on('change', count);
  const responses = await Promise.all([...people, ...people, ...people].map((person) => upload(app, person, file)));
  sharp.queue.off('change', count);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200));
  expect(Math.max(...running)).toBe(1);
  await app.close();
});

test('the rate limit counts uploads', async () => {
  const app = await startApp('sqlite', { cards: stubCards(), environment: { RATE_LIMIT_FACTOR: '1' } });
  const content = await signInStaff(app, 'content');
  const statuses: number[] = [];
  for (let time = 0; time <= 60; time += 1) statuses.push((await upload(app, content, script)).statusCode);
  expect([statuses.at(0), statuses.at(-2), statuses.at(-1)]).toEqual([400, 400, 429]);
  await app.close();
});
