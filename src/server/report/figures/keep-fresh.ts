import type { Deps } from '#server/deps.ts';

/**
 * Returns a function that reads a value and keeps it. When the value is half a minute old, a call also starts reading a new one.
 * A call waits for the new value only if none is kept yet, or the kept one is a minute old, so visitors rarely wait for the
 * database. If reading fails, the latest value stays, and the log says why.
 */
export function keepFresh<Value>(
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  name: string,
  read: () => Promise<Value>,
): () => Promise<Value | undefined> {
  let latest: { readonly at: number; readonly value: Value | undefined } | undefined;
  let reading: Promise<Value | undefined> | undefined;
  const readAgain = async (): Promise<Value | undefined> => {
    const at = clock.now().getTime();
    const value = await read().catch((error: unknown) => {
      log.error({ err: error, figures: name }, 'figures could not be read');
      return latest?.value;
    });
    latest = { at, value };
    reading = undefined;
    return value;
  };
  return async () => {
    const ageMs = latest ? Math.abs(clock.now().getTime() - latest.at) : Infinity; // the clock of the sandbox can jump
    if (ageMs >= refreshMs) reading ??= readAgain();
    return latest && ageMs < oldestMs ? latest.value : reading;
  };
}

const refreshMs = 30_000;
const oldestMs = 60_000;
