import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { pictureFile, pictureSentences, pictureSize } from '#contract/admin/pictures.ts';
import { endpoints } from '#contract/endpoints.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import type { Deps } from '#server/deps.ts';
import { createFairQueue } from '#server/fair-queue.ts';
import { isUnchanged } from '#server/http/entity-tag.ts';
import { Refusal, sendRefusal } from '#server/http/error-reply.ts';
import { createFileCache } from '#server/http/files/file-cache.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { hashOf } from './picture-name.ts';
import { storePicture } from './store-picture.ts';

/** Uploading pictures, and `GET /pictures/{file}`. */
export function pictureRoutes(app: FastifyInstance, deps: Deps): void {
  const queue = createFairQueue({
    slots: 1, // a large picture takes hundreds of megabytes while it is decoded (decision 0139)
    waitingMax: 10,
    whenFull: () => new Refusal('unavailable', pictureSentences.busy),
  });
  registerEndpoint(app, deps, endpoints.uploadPicture, async ({ user, body, request, reply }) => {
    const stored = await queue.run(user.id, () => storePicture(deps, user, body));
    if (stored.code === 'stored') return { picture: stored.picture, ...pictureSize };
    request.log.info({ err: stored.cause }, 'picture refused');
    return sendRefusal(reply, stored.code, stored.sentence);
  });
  servePictures(app, deps);
}

/** A name always stands for the same bytes. */
function servePictures(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  const cache = createFileCache(cacheBytes);
  app.get('/pictures/:file', async (request, reply) => {
    const { data } = fileParameter.safeParse(request.params);
    const hash = data && hashOf(data.file);
    const picture = hash && (cache.get(hash) ?? (await readPicture(hash)));
    if (!picture) {
      reply.callNotFound();
      return reply;
    }
    cache.set(hash, picture);
    const etag = `"${hash}"`;
    reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', etag });
    return isUnchanged(request, etag) ? reply.code(304).send() : reply.type('image/webp').send(picture);
  });
  async function readPicture(hash: string): Promise<Buffer | undefined> {
    const [found] = await findPicture(db.read, { hash });
    return found && Buffer.from(found.bytes);
  }
}

const fileParameter = z.object({ file: pictureFile('') });

const cacheBytes = 4 * 1024 * 1024; // about a hundred pictures

const findPicture = prepared((db, { hash }: { hash: string }) =>
  db.selectFrom('pictures').select('bytes').where('hash', '=', hash),
);
