/** What no file of the project may contain: folders of a machine, and addresses of package registries. */
const traces: readonly RegExp[] = [
  /(?<![\w.#~@*$}-])\/(?:home|Users|root|work|workspaces?)\/[\w.-]+/, // a folder of a machine
  /\b[A-Z]:\\{1,2}(?:Users|work)\\/i,
  /https?:\/\/[^\s"'`)]*\bregistry\b/i,
  /^\s*(?:@[\w-]+:)?registry\s*=/m, // a setting of npm
  /"resolved":\s*"https?:/, // the lock file, when it is written without our .npmrc
  /_auth(?:Token)/,
];

/** The traces of a machine in a text. */
export const findMachineTraces = (text: string): string[] => traces.flatMap((trace) => trace.exec(text)?.[0] ?? []);
