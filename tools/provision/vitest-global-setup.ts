import { provideTestEnvironment, testVariables } from './test-environment.ts';

/** Prepares the environment for a plain `npx vitest`, without installing anything. Under `npm test`, it is already prepared. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (testVariables.some((name) => process.env[name] !== undefined)) return undefined;
  const installer = { obstacle: 'only npm test installs programs', install: async () => undefined };
  const provided = await provideTestEnvironment(process.env, installer);
  Object.assign(process.env, provided.variables);
  return () => provided.stop();
}
