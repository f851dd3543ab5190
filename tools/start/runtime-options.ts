import { compileCachePath } from './paths.ts';

/**
 * Node options of our servers. V8's young generation can grow beyond 100 MB, which gains nothing here: with 8 MB the server takes
 * 130 MB less. The rest of the heap is collected when it has grown by 30 percent, not fourfold, which takes another 100 MB off a
 * busy server on PostgreSQL. Without looking for symbolic links, of which npm makes none among packages, its modules load in a
 * tenth less time. `docs/performance.md` has the figures.
 */
export const runtimeOptions = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--heap-growing-percent=30',
  '--preserve-symlinks',
  '--preserve-symlinks-main',
] as const;

/** Environment of our servers: the compile cache, and one memory arena for all threads, which return 30 MB more to the system. */
export const runtimeEnvironment = { NODE_COMPILE_CACHE: compileCachePath, MALLOC_ARENA_MAX: '1' } as const;
