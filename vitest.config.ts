import { defineConfig } from 'vitest/config';

const journeys = 'test/journeys/**/*.test.ts';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    globalSetup: ['tools/provision/vitest-global-setup.ts'],
    setupFiles: ['test/support/fail-on-console-error.ts', 'test/support/clean-up-page.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
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
          include: [journeys],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false, // each drives a browser and a whole product
        },
      },
    ],
  },
});
