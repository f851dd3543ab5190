/**
 * Returns how long to wait before a worker that ended is replaced: a second, doubled for each earlier end within ten minutes, at
 * most a minute. All times are in milliseconds.
 */
export function restartDelayMs(endedAt: readonly number[], now: number): number {
  const recent = endedAt.filter((at) => now - at < rememberedMs).length;
  return Math.min(firstMs * 2 ** Math.max(0, recent - 1), longestMs);
}

const firstMs = 1000;
const longestMs = 60_000;
const rememberedMs = 10 * 60_000;
