import { provideTestEnvironment, testVariables } from './test-environment.ts';

/** A plain `npx vitest` provides for itself, but installs nothing; under `npm test` everything has been provided already. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (testVariables.some((name) => process.env[name] !== undefined)) return undefined;
  const installer = { obstacle: 'only npm test installs programs', install: async () => undefined };
  const provided = await provideTestEnvironment(process.env, installer);
  Object.assign(process.env, provided.variables);
  return () => provided.stop();
}
