import { compileCachePath } from './paths.ts';

/**
 * Node options of our servers. V8's young generation can grow beyond 100 MB, from which our servers gain nothing: limiting each
 * of its semi-spaces to 8 MB saves 130 MB. Collecting the rest of the heap when it has grown by 30 percent instead of fourfold
 * saves another 100 MB on a busy server on PostgreSQL. Modules load in a tenth less time when Node does not look for symbolic
 * links; npm creates none between packages. `docs/performance.md` has the figures.
 */
export const runtimeOptions = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--heap-growing-percent=30',
  '--preserve-symlinks',
  '--preserve-symlinks-main',
] as const;

/** Environment of our servers: the compile cache, and one memory arena for all threads, which saves 30 MB. */
export const runtimeEnvironment = { NODE_COMPILE_CACHE: compileCachePath, MALLOC_ARENA_MAX: '1' } as const;
