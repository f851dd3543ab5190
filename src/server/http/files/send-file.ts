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
  /** Records the download before anything is sent. Not called for a refusal or a HEAD request. */
  readonly record?: (() => Promise<void>) | undefined;
}

/** A file to download in one piece. */
export interface CompleteFile extends Pick<SentFile, 'name' | 'type' | 'record'> {
  readonly content: string | Buffer;
}

/** Sends a file, or refuses it while the caller's previous one is being sent. A HEAD request starts no download. */
export async function sendFile(reply: FastifyReply, { name, type, start, record }: SentFile): Promise<FastifyReply> {
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': attachment(name),
  };
  if (reply.request.method === 'HEAD') return reply.headers(headers).send();
  const content = start();
  if (!content) {
    reply.header('retry-after', retryAfterSeconds);
    return sendRefusal(reply, 'too_many_requests', fileSentences.downloadRunning);
  }
  content.on('error', (error) => reply.log.error({ err: error }, 'a download ended early'));
  try {
    await record?.();
  } catch (error) {
    content.destroy(); // so that the next download can start
    throw error;
  }
  reply.raw.setTimeout(stalledMs, () => reply.raw.destroy());
  return reply.headers(headers).send(content);
}

export async function sendCompleteFile(
  reply: FastifyReply,
  { name, type, content, record }: CompleteFile,
): Promise<FastifyReply> {
  if (reply.request.method !== 'HEAD') await record?.();
  return reply.type(type).header('content-disposition', attachment(name)).send(content);
}

const attachment = (name: string): string => `attachment; filename="${name}"`;

const retryAfterSeconds = 10;

/** A client that takes nothing for this long has gone away without closing its connection. */
const stalledMs = 2 * 60 * 1000;
