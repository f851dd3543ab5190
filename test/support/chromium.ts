/** Path of the browser that journeys drive. Throws the sentence that says what to install when there is none. */
export function chromiumPath(): string {
  const path = process.env['TEST_CHROMIUM_PATH'];
  if (path === undefined)
    throw new Error(process.env['TEST_CHROMIUM_PROBLEM'] ?? 'The browser tests run under vitest only.');
  return path;
}

/** Flags that keep the browser still: no calls home, no sandbox of its own (the tests may run as root in a container). */
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
