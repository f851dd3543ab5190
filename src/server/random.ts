import { randomFillSync } from 'node:crypto';
import type { Random } from './deps.ts';

/**
 * Secrets from the operating system, fetched some hundred at a time: asking it for a few bytes costs as much as for many.
 * Bytes that were handed out are wiped here, so nothing that is left tells a secret in use.
 */
export function systemRandom(): Random {
  const stock = new Uint8Array(stockSize);
  let used = stockSize;
  return {
    bytes: (count) => {
      if (count > stockSize) return randomFillSync(new Uint8Array(count));
      if (used + count > stockSize) {
        randomFillSync(stock);
        used = 0;
      }
      const taken = stock.slice(used, used + count);
      stock.fill(0, used, used + count);
      used += count;
      return taken;
    },
  };
}

const stockSize = 4096;
