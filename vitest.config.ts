import { defineConfig } from 'vitest/config';

const journeys = 'test/journeys/**/*.test.ts';
const provision = 'tools/provision/vitest-global-setup.ts';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    setupFiles: ['test/support/setup/fail-on-console-error.ts', 'test/support/setup/clean-up-page.ts'],
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          globalSetup: [provision, 'test/support/app/migrated-databases.ts', 'test/support/mail/built-mails.ts'],
          setupFiles: ['test/support/setup/quick-passwords.ts'],
          include: ['{src,sandbox,tools,test,bench}/**/*.test.{ts,tsx}'],
          exclude: [journeys, '**/node_modules/**'],
          environment: 'node',
          testTimeout: 60_000, // long: the cores may be busy with browsers, databases and compilers
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          globalSetup: [provision],
          include: [journeys],
          environment: 'node',
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
