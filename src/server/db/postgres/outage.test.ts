import { expect, test, vi } from 'vitest';
import { watchForOutage, type OutageWatch } from './outage.ts';

/** Creates a watch on a server that responds to its probes as listed; the last response is repeated. */
function watch(
  ...responses: readonly ('up' | Error)[]
): OutageWatch & { readonly begun: Error[]; readonly probes: () => number } {
  const begun: Error[] = [];
  let probes = 0;
  const outage = watchForOutage({
    probe: async () => {
      const response = responses[Math.min(probes, responses.length - 1)];
      probes += 1;
      if (response instanceof Error) throw response;
    },
    onBegin: (cause) => void begun.push(cause),
    retryMs: 1,
  });
  return Object.defineProperty({ ...outage, begun, probes: () => probes }, 'cause', { get: () => outage.cause });
}

const refused = new Error('refused');
const patience = { timeout: 120_000 };

test('a server that responds to the probe is not down', async () => {
  const outage = watch('up');
  outage.check();
  await vi.waitUntil(() => outage.probes() === 1, patience);
  expect([outage.cause, outage.begun]).toEqual([undefined, []]);
});

test('an outage begins once, with its cause', async () => {
  const outage = watch(refused);
  outage.check();
  await vi.waitUntil(() => outage.probes() > 3, patience);
  expect([outage.cause, outage.begun]).toEqual([refused, [refused]]);
  outage.stop();
});

test('an outage ends with the first response, and another one can begin', async () => {
  const outage = watch(refused, refused, 'up', refused);
  outage.check();
  await vi.waitUntil(() => outage.probes() === 3 && outage.cause === undefined, patience);
  outage.check();
  await vi.waitUntil(() => outage.begun.length === 2, patience);
  outage.stop();
  expect(outage.begun).toEqual([refused, refused]);
});

test('simultaneous failures cause one probe', async () => {
  const outage = watch('up');
  for (let count = 0; count < 10; count += 1) outage.check();
  await vi.waitUntil(() => outage.probes() > 0, patience);
  expect(outage.probes()).toBe(1);
});

test('a stopped watch does not probe', () => {
  const outage = watch(refused);
  outage.stop();
  outage.check();
  expect(outage.probes()).toBe(0);
});
