/** Path of the browser that journeys drive. Throws the sentence that says what to install when there is none. */
export function chromiumPath(): string {
  const path = process.env['TEST_CHROMIUM_PATH'];
  if (path === undefined)
    throw new Error(process.env['TEST_CHROMIUM_PROBLEM'] ?? 'The browser tests run under vitest only.');
  return path;
}

/** Flags for a quiet browser: no background requests, and no sandbox because the tests may run as root in a container. */
export const chromiumArguments = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const;
