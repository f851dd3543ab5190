import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { unsubscribe } from './unsubscribe.ts';
import { unsubscribePath } from './unsubscribe-url.ts';

/**
 * The POST by which mail programs unsubscribe for their reader (RFC 8058): a form without cookies from anywhere, of which the
 * token in the address is all that counts. In a scope of its own: nothing else of ours takes forms.
 */
export async function oneClickRoutes(scope: FastifyInstance, deps: Deps): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(formTypes, { parseAs: 'buffer' }, (_request, _form, done) => done(null));
  scope.post(unsubscribePath, async (request, reply) => {
    const { token } = z.object({ token: z.string() }).parse(request.params);
    const { code } = await unsubscribe(deps, token);
    if (code === 'link_invalid') return sendRefusal(reply, 'not_found', 'There is no such subscription.');
    return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('You are unsubscribed.\n');
  });
}

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];
