import { defineConfig } from 'vitest/config';

const journeys = 'test/journeys/**/*.test.ts';
const web = 'src/web/**/*.test.{ts,tsx}';
const provision = 'tools/provision/vitest-global-setup.ts';
const testTimeout = 180_000; // long: the cores may be busy with browsers, databases and compilers

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    setupFiles: ['test/support/setup/fail-on-console-error.ts', 'test/support/setup/clean-up-page.ts'],
    expect: { poll: { timeout: 120_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          globalSetup: [provision, 'test/support/app/migrated-databases.ts', 'test/support/mail/built-mails.ts'],
          setupFiles: ['test/support/setup/quick-passwords.ts'],
          include: ['{src,sandbox,tools,test,bench}/**/*.test.{ts,tsx}'],
          exclude: [web, journeys, '**/node_modules/**'],
          environment: 'node',
          isolate: false, // loading the server in every file would take a third of the processor time
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: [web],
          environment: 'node',
          pool: 'vmForks', // a context per file instead of a process: half the processor time
          setupFiles: ['test/support/setup/broadcast-channel.ts'],
          env: { TZ: 'UTC' }, // pages write the day in the reader's time zone
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          globalSetup: [provision, 'test/support/app/migrated-databases.ts'],
          include: [journeys],
          environment: 'node',
          isolate: false, // each file would load the browser's client and our own modules again
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
