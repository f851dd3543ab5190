import { defineConfig } from 'vitest/config';

const journeys = 'test/journeys/**/*.test.ts';
const provision = 'tools/provision/vitest-global-setup.ts';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    setupFiles: ['test/support/fail-on-console-error.ts', 'test/support/clean-up-page.ts'],
    expect: { poll: { timeout: 15_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          globalSetup: [provision, 'test/support/migrated-databases.ts', 'test/support/built-mails.ts'],
          setupFiles: ['test/support/quick-passwords.ts'],
          include: ['{src,sandbox,tools,test,bench}/**/*.test.{ts,tsx}'],
          exclude: [journeys, '**/node_modules/**'],
          environment: 'node',
          testTimeout: 20_000, // two cores are shared by browsers, databases and compilers
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          globalSetup: [provision],
          include: [journeys],
          environment: 'node',
          retry: 1, // named in the summary when it is needed
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
