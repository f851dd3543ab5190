import { findChromium, findPostgres } from './find-programs.ts';
import type { Installer } from './install-programs.ts';

/** Programs that the tests need and npm does not install: found, or a sentence that says what to install. */
export interface TestPrograms {
  readonly chromium: Found;
  readonly postgres: Found;
}

/** Where a program is, or why it is missing. */
export type Found = { readonly path: string } | { readonly problem: string };

/** Looks for the browser and for PostgreSQL's server, and asks the installer for what is missing. */
export async function provideTestPrograms(environment: NodeJS.ProcessEnv, installer: Installer): Promise<TestPrograms> {
  const present = await look(environment);
  const needsBrowser = !present.chromium && !environment['CHROMIUM_PATH']; // a wrong CHROMIUM_PATH is for the user to correct
  const needsDatabase = !present.postgres;
  if (!needsBrowser && !needsDatabase) return describe(present, environment, undefined);
  if (installer.obstacle) return describe(present, environment, installer.obstacle);

  const install = (browser: string): Promise<string | undefined> =>
    installer.install([...(needsBrowser ? [browser] : []), ...(needsDatabase ? ['postgresql'] : [])]);
  let failure = await install('chromium-headless-shell');
  if (failure !== undefined && needsBrowser) failure = await install('chromium'); // older systems have no package for the shell
  const reason = failure === undefined ? 'the package did not contain it' : `apt-get failed:\n${failure.trimEnd()}`;
  return describe(await look(environment), environment, reason);
}

interface Present {
  readonly chromium: string | undefined;
  readonly postgres: string | undefined;
}

const look = async (environment: NodeJS.ProcessEnv): Promise<Present> => ({
  chromium: findChromium(environment),
  postgres: await findPostgres(environment),
});

function describe(present: Present, environment: NodeJS.ProcessEnv, reason: string | undefined): TestPrograms {
  const because = reason === undefined ? '' : ` It was not installed here because ${reason}.`;
  const chosen = environment['CHROMIUM_PATH'];
  const chromiumProblem = chosen
    ? `CHROMIUM_PATH is ${chosen}, which cannot be run.`
    : `The browser tests need Chromium: install the package chromium, or set CHROMIUM_PATH.${because}`;
  const postgresProblem = `The database tests need PostgreSQL's server programs: install the package postgresql, or add initdb and postgres to PATH.${because}`;
  return {
    chromium: present.chromium ? { path: present.chromium } : { problem: chromiumProblem },
    postgres: present.postgres ? { path: present.postgres } : { problem: postgresProblem },
  };
}
