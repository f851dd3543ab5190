/** Texts that no file may contain: paths of a developer's machine, and addresses of package registries. */
const traces: readonly RegExp[] = [
  /(?<![\w.#~@*$}-])\/(?:home|Users|root|work|workspaces?)\/[\w.-]+/, // a home or work folder
  /\b[A-Z]:\\{1,2}(?:Users|work)\\/i,
  /https?:\/\/[^\s"'`)]*\bregistry\b/i,
  /^\s*(?:@[\w-]+:)?registry\s*=/m, // an npm setting
  /"resolved":\s*"https?:/, // in a lock file that was written without our .npmrc
  /_auth(?:Token)/,
];

/** Finds the first match of each pattern in a text. */
export const findMachineTraces = (text: string): string[] => traces.flatMap((trace) => trace.exec(text)?.[0] ?? []);
