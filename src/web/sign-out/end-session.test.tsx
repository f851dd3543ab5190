// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, type JSX } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { setHint } from '#test/support/web/private-page.tsx';
import { jsonResponse, noResponse, refusalResponse, stubServer } from '#test/support/web/stub-server.ts';
import { queryClient, ServerData } from '#web/server-data.tsx';
import { useIsSignedIn } from '#web/session/index.ts';
import { endSession } from './end-session.ts';

afterEach(() => queryClient.clear());

/** Fetches private data of a subject and resolves to the signal of the request, which never gets a response. */
async function fetchWithoutResponse(subject: string): Promise<AbortSignal> {
  const { promise: started, resolve: start } = Promise.withResolvers<AbortSignal>();
  const { promise: pending } = Promise.withResolvers<never>();
  const queryFn = ({ signal }: { readonly signal: AbortSignal }): Promise<never> => {
    start(signal);
    return pending;
  };
  queryClient.query({ queryKey: [subject], queryFn }).catch(() => undefined);
  return started;
}

test('private requests are canceled before the session ends', async () => {
  const signal = await fetchWithoutResponse('rewards');
  const canceled: boolean[] = [];
  stubServer({
    'POST /api/logout': () => {
      canceled.push(signal.aborted);
      return jsonResponse({})();
    },
  });
  await endSession();
  expect(canceled).toEqual([true]);
});

test('a request that begins while the session ends is sent afterward, unless it is private', async () => {
  const sent: string[] = [];
  stubServer({
    'POST /api/logout': () => {
      for (const subject of ['rewards', 'snacks'])
        queryClient.query({ queryKey: [subject], queryFn: () => sent.push(subject) }).catch(() => undefined);
      sent.push('logout');
      return jsonResponse({})();
    },
  });
  queryClient.mount();
  await endSession();
  await vi.waitUntil(() => sent.length === 2);
  queryClient.unmount();
  expect(sent).toEqual(['logout', 'snacks']);
});

test('after a failed logout, private requests that began during it are sent', async () => {
  const sent: string[] = [];
  stubServer({
    'POST /api/logout': () => {
      queryClient.query({ queryKey: ['rewards'], queryFn: () => sent.push('rewards') }).catch(() => undefined);
      sent.push('logout');
      return refusalResponse(503, 'Please try again.')();
    },
  });
  queryClient.mount();
  await expect(endSession()).rejects.toThrow('Please try again.');
  await vi.waitUntil(() => sent.length === 2);
  queryClient.unmount();
  expect(sent).toEqual(['logout', 'rewards']);
});

test.each([
  ['has ended', jsonResponse({})],
  ['could not be ended', refusalResponse(503, 'Please try again.')],
])('requests no longer wait when the session %s', async (_outcome, response) => {
  stubServer({ 'POST /api/logout': response });
  await endSession().catch(() => undefined);
  const signal = await fetchWithoutResponse('rewards');
  await Promise.resolve();
  expect(signal.aborted).toBe(false);
});

test('a request that a component begins right after it was mounted is not sent when the session has just ended', async () => {
  setHint();
  const signals: AbortSignal[] = [];
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: effectsRun, resolve: runEffects } = Promise.withResolvers<void>();
  function PrivateNumber(): null {
    useQuery({
      queryKey: ['rewards'],
      enabled: useIsSignedIn(),
      queryFn: ({ signal }) => {
        signals.push(signal);
        return noResponse();
      },
    });
    // The component is in the page, but its effects, which start the request, have not run yet.
    useLayoutEffect(() => void endSession().then(end), []);
    useEffect(runEffects, []);
    return null;
  }
  stubServer({ 'POST /api/logout': jsonResponse({}) });
  const Header = () => <p>{useIsSignedIn() ? 'Logout' : 'Sign In'}</p>;
  const page = (content: JSX.Element | null) => (
    <ServerData>
      <Header />
      {content}
    </ServerData>
  );
  const root = createRoot(document.createElement('div'));
  flushSync(() => root.render(page(null)));
  root.render(page(<PrivateNumber />));
  await Promise.all([ended, effectsRun]);
  expect(signals).toEqual([]);
  root.unmount();
});
