/** What the installed packages depend on: both manifests and the platform, as one hash. */
export function computeStamp(root: string, platform?: string): string;

/** True when the last finished installation was made from the manifests as they are now. */
export function isStampCurrent(root: string): boolean;

/** Notes that the packages in place belong to the manifests as they are now. */
export function writeStamp(root: string): void;

/** True when npm's own record of `node_modules` agrees with the lock file on this platform; in production without development packages. */
export function arePackagesInPlace(
  root: string,
  given?: { os?: string; cpu?: string; isProduction?: boolean },
): boolean;
