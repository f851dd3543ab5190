/** Does `work` while no other process does work under the same lock file; takes over the lock of a killed process. */
export function withLock<Result>(path: string, work: () => Promise<Result>): Promise<Result>;
