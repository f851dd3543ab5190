// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { jsonAnswer, stubServer } from '#test/support/stub-server.ts';
import { queryClient } from '#web/server-data.tsx';
import { endSession } from './end-session.ts';

test('what the page still asks for is given up before the session ends', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<AbortSignal>();
  const { promise: unanswered } = Promise.withResolvers<never>();
  const queryFn = ({ signal }: { readonly signal: AbortSignal }): Promise<never> => {
    ask(signal);
    return unanswered;
  };
  queryClient.query({ queryKey: ['rewards'], queryFn }).catch(() => undefined);
  const signal = await asked;
  const givenUp: boolean[] = [];
  stubServer({
    'POST /api/logout': () => {
      givenUp.push(signal.aborted);
      return jsonAnswer({})();
    },
  });
  await endSession();
  expect(givenUp).toEqual([true]);
});
