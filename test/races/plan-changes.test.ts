import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlanResponse } from '#contract/plan.ts';
import { registration } from '../support/accounts/signed-in.ts';
import { checkoutBody } from '../support/payments/checkout-body.ts';
import { waitForBlocked } from './two-apps.ts';
import { startTwoServers, type TwoServers } from './two-servers.ts';

let servers: TwoServers;
let cookie: string;
let plan: PlanResponse;

beforeAll(async () => {
  servers = await startTwoServers();
  const registered = await send(servers.urls[0], 'POST', '/api/register', registration());
  cookie = registered.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const monthly = checkoutBody({ donation: { recurring: true } });
  const opened = (await (await send(servers.urls[0], 'POST', '/api/create-checkout-session', monthly)).json()) as {
    url: string;
  };
  await servers.control.submitPayment(new URL(opened.url).pathname.split('/').at(-1) ?? '');
  await servers.sandbox.sandbox.webhooks.whenIdle();
  for (const message of servers.receiver.received) await servers.deliver(servers.urls[0], message);
  [plan] = (await (await send(servers.urls[0], 'GET', '/api/plans')).json()) as [PlanResponse];
  expect(plan.status).toBe('active');
});
afterAll(() => servers.close());

const send = (url: string, method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${url}${path}`, {
    method,
    headers: {
      origin: servers.deps.config.publicUrl,
      ...(cookie === undefined ? {} : { cookie }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

type Change = readonly [method: string, path: string, body?: object];
const amount: Change = ['PATCH', '', { amount: 10 }];
const charity: Change = ['PATCH', '', { charityId: 5 }];
const pause: Change = ['POST', '/pause', { months: 1 }];
const resume: Change = ['POST', '/resume'];
const cancel: Change = ['POST', '/cancel'];

const changeAt = async (url: string, [method, path, body]: Change): Promise<number> => {
  const response = await send(url, method, `/api/plans/${plan.id}${path}`, body);
  await response.arrayBuffer(); // frees the connection
  return response.status;
};

/** Sends one change to each server; both have read the plan before either can write it. Returns the statuses. */
async function race(first: Change, second: Change): Promise<number[]> {
  const { db } = servers.deps;
  const changing = await db.write.transaction().execute(async (tx) => {
    await sql`select id from plans for update`.execute(tx);
    const both = [changeAt(servers.urls[0], first), changeAt(servers.urls[1], second)];
    await waitForBlocked(servers.deps, both.length);
    return { both };
  });
  return (await Promise.all(changing.both)).toSorted((left, right) => left - right);
}

test('of two changes of a plan at two servers, exactly one wins and the other gets 409', async () => {
  for (const [first, second] of [
    [amount, charity],
    [amount, amount],
    [charity, pause],
    [pause, pause],
    [pause, amount],
  ] as const) {
    expect(await race(first, second)).toEqual([200, 409]);
    expect(await changeAt(servers.urls[1], resume)).toBe(200);
  }
  expect(await changeAt(servers.urls[0], pause)).toBe(200);
  expect(await race(resume, amount)).toEqual([200, 409]);
  expect(await race(cancel, charity)).toEqual([200, 409]);
});
