/** A thread that floods the product with logins. It is separate, because it would slow down the measured calls of donors. */
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { postFrom } from './drill-world.ts';

const target = z.object({ serverUrl: z.url(), origin: z.url() });

/** The thread's report: how many logins got each status, and how many refusals had no `Retry-After` or no sentence. */
export const floodResult = z.object({ responses: z.map(z.number(), z.number()), bareRefusals: z.number() });

export type FloodResult = z.infer<typeof floodResult>;

const attackersAtOnce = 3;
const loginsEach = 500;
const floods = 3; // each from other addresses, because the first ones are locked by then

async function floodLogins(product: z.infer<typeof target>): Promise<FloodResult> {
  const responses = new Map<number, number>();
  let bareRefusals = 0;
  const tryOne = async (attacker: number, number: number): Promise<void> => {
    const login = { username: `nobody${number}`, password: 'wrong password' };
    const response = await postFrom(`198.51.100.${attacker + 1}`, product, '/api/login', login);
    const { status, headers } = response;
    const refusal = refusalBody.safeParse(await response.json());
    responses.set(status, (responses.get(status) ?? 0) + 1);
    if (!refusal.success || (status !== 401 && !headers.has('retry-after'))) bareRefusals += 1;
  };
  for (let flood = 0; flood < floods; flood += 1) {
    const logins = Array.from({ length: attackersAtOnce * loginsEach }, (_none, index) =>
      tryOne(flood * attackersAtOnce + (index % attackersAtOnce), flood * loginsEach + index),
    );
    await Promise.all(logins);
  }
  return { responses, bareRefusals };
}

const refusalBody = z.object({ code: z.string(), error: z.string(), message: z.string() });

parentPort?.postMessage(await floodLogins(target.parse(workerData)));
