import { parseArgs } from 'node:util';
import * as z from 'zod/mini';

export const deviceNames = ['desktop', 'phone'] as const;

export type DeviceName = (typeof deviceNames)[number];

export interface InteractionOptions {
  readonly devices: readonly DeviceName[];
  /** The factors by which the browser slows down its main thread; 1 does not slow it down. */
  readonly slowdowns: readonly number[];
  /** Visits to the home page for each device and slowdown. */
  readonly visits: number;
  /** Address of a running product; if undefined, the command starts its own. */
  readonly url: string | undefined;
}

const slowdown = z.coerce.number().check(z.gte(1), z.lte(20));
const choices = z.object({
  device: z.optional(z.enum(deviceNames)),
  slowdown: z.optional(slowdown),
  visits: z._default(z.coerce.number().check(z.int(), z.gte(1)), 3),
  url: z.optional(z.url()),
});

export const interactionsUsage =
  'npm run interactions -- [--device desktop|phone] [--slowdown 4] [--visits 3] [--url http://localhost:3000]';

/** Reads the command line; returns undefined if it is invalid. */
export function readInteractionOptions(commandLine: readonly string[]): InteractionOptions | undefined {
  const parsed = choices.safeParse(parseOptions(commandLine));
  if (!parsed.success) return undefined;
  const { device, slowdown: chosen, visits, url } = parsed.data;
  return {
    devices: device ? [device] : deviceNames,
    slowdowns: chosen === undefined ? [1, 4, 6] : [chosen],
    visits,
    url,
  };
}

function parseOptions(commandLine: readonly string[]): unknown {
  try {
    const text = { type: 'string' } as const;
    const options = { device: text, slowdown: text, visits: text, url: text };
    return parseArgs({ args: [...commandLine], options }).values;
  } catch {
    return undefined; // an unknown option; the caller prints the usage
  }
}
