import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { fileSentences } from '#contract/endpoint.ts';
import { sendRefusal } from '../error-reply.ts';

/** A file to download, piece by piece. */
export interface SentFile {
  readonly name: string;
  readonly type: string;
  /** Starts the download; undefined while the caller's previous one is being sent. */
  readonly start: () => Readable | undefined;
}

/** Sends a file, or refuses it while the caller's previous one is being sent. A HEAD request starts no download. */
export function sendFile(reply: FastifyReply, { name, type, start }: SentFile): FastifyReply {
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
  };
  if (reply.request.method === 'HEAD') return reply.headers(headers).send();
  const content = start();
  if (!content) {
    reply.header('retry-after', retryAfterSeconds);
    return sendRefusal(reply, 'too_many_requests', fileSentences.downloadRunning);
  }
  content.on('error', (error) => reply.log.error({ err: error }, 'a download ended early'));
  reply.raw.setTimeout(stalledMs, () => reply.raw.destroy());
  return reply.headers(headers).send(content);
}

const retryAfterSeconds = 10;

/** A client that takes nothing for this long has gone away without closing its connection. */
const stalledMs = 2 * 60 * 1000;
