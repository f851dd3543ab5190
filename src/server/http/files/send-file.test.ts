import { Readable } from 'node:stream';
import fastify from 'fastify';
import { describe, expect, test, vi } from 'vitest';
import { fileSentences } from '#contract/endpoint.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { sendFile, sendCompleteFile } from './send-file.ts';

const name = 'list.csv';
const type = 'text/csv';

describe('a download with a record function', () => {
  test('is recorded before its first piece is read', async () => {
    const steps: string[] = [];
    const app = fastify();
    app.get('/', (_request, reply) => {
      const start = () => Readable.from(pieces(steps));
      return sendFile(reply, { name, type, start, record: async () => void steps.push('recorded') });
    });
    expect((await app.inject('/')).body).toBe('a,b');
    expect(steps).toEqual(['recorded', 'read']);
  });

  test('is not recorded when it is refused because another one is running', async () => {
    const record = vi.fn<() => Promise<void>>(async () => undefined);
    const app = fastify();
    app.get('/', (_request, reply) => sendFile(reply, { name, type, start: () => undefined, record }));
    const response = await app.inject('/');
    expect([response.statusCode, response.json()]).toEqual([
      429,
      refusal('too_many_requests', fileSentences.downloadRunning),
    ]);
    expect(record).not.toHaveBeenCalled();
  });

  test('is not sent when it cannot be recorded, and its stream is destroyed', async () => {
    const content = Readable.from(['a,b']);
    const record = () => Promise.reject(new Error('the database is down'));
    const app = fastify();
    app.get('/', (_request, reply) => sendFile(reply, { name, type, start: () => content, record }));
    app.get('/complete', (_request, reply) => sendCompleteFile(reply, { name, type, content: 'a,b', record }));
    expect([(await app.inject('/')).statusCode, (await app.inject('/complete')).statusCode]).toEqual([500, 500]);
    expect(content.destroyed).toBe(true);
  });
});

async function* pieces(steps: string[]): AsyncGenerator<string> {
  steps.push('read');
  yield 'a,b';
}
