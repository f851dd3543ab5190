/** What the installed packages depend on: both manifests and the platform, as one hash. */
export function computeStamp(root: string, platform?: string): string;

/** True when the last finished installation was made from the manifests as they are now. */
export function isStampCurrent(root: string): boolean;

/** Notes that the packages in place belong to the manifests as they are now. */
export function writeStamp(root: string): void;

/** True when npm's own record of `node_modules` agrees with the lock file on this platform. */
export function arePackagesInPlace(root: string, platform?: { os: string; cpu: string }): boolean;
