/** What must stand in no file of the project: where somebody's machine keeps it, and where it fetches packages from. */
const traces: readonly RegExp[] = [
  /(?<![\w.#~@*$}-])\/(?:home|Users|root|work|workspaces?)\/[\w.-]+/, // a folder of somebody's machine
  /\b[A-Z]:\\{1,2}(?:Users|work)\\/i,
  /https?:\/\/[^\s"'`)]*\bregistry\b/i,
  /^\s*(?:@[\w-]+:)?registry\s*=/m, // a setting of npm
  /"resolved":\s*"https?:/, // the lock file, when it is written without our .npmrc
  /_auth(?:Token)/,
];

/** The traces of a machine in a text, as they stand there. */
export const findMachineTraces = (text: string): string[] => traces.flatMap((trace) => trace.exec(text)?.[0] ?? []);
