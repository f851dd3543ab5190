import { launch, type LaunchedChrome } from 'chrome-launcher';

/** Opens a headless browser that measures nothing but the page: without the background traffic of a person's own. */
export const openBrowser = (): Promise<LaunchedChrome> =>
  launch({
    chromePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    chromeFlags: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
