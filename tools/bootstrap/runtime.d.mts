/** The oldest Node that can run the installation. */
export const nodeNeededToInstall: string;

/** The oldest Node that runs `.ts` files directly. */
export const nodeNeededToRun: string;

/** Returns true if version `left` is older than `right`; both are `major.minor.patch`. */
export function isOlder(left: string, right: string): boolean;

/** The Node that runs the tools: the pinned one, or the machine's own if the platform has no pinned build. */
export function findRuntime(root: string): string;

/** Throws an error of one sentence when neither the pinned runtime nor the machine's own Node can run the product. */
export function checkRuntime(root: string): void;
