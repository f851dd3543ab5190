/** A hash of both manifests and the platform. Together they decide which packages are installed. */
export function computeStamp(root: string, platform?: string): string;

/** Returns true if the last finished installation used the current manifests. */
export function isStampCurrent(root: string): boolean;

/** Records that the installed packages match the current manifests. */
export function writeStamp(root: string): void;

/** Returns true if npm's record of `node_modules` matches the lock file. In production the development packages may be absent. */
export function arePackagesInPlace(
  root: string,
  given?: { os?: string; cpu?: string; isProduction?: boolean },
): boolean;
