/** Runs `work` while holding a lock file, waiting until no other process holds it. Takes over the lock of a killed process. */
export function withLock<Result>(path: string, work: () => Promise<Result>): Promise<Result>;
