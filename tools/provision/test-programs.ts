import { findChromium, findPostgres, findVerifierPrograms, type VerifierPrograms } from './find-programs.ts';
import type { Installer } from './install-programs.ts';

/** Programs that the tests need and npm does not install: the path of each, or a sentence that says what to install. */
export interface TestPrograms {
  readonly chromium: Found;
  readonly postgres: Found;
  readonly verifier: VerifierPrograms | { readonly problem: string };
}

/** The path of a program, or the reason why it is missing. */
export type Found = { readonly path: string } | { readonly problem: string };

/** Looks for the browser, PostgreSQL's server and Python with OpenSSL. Asks the installer for missing programs. */
export async function provideTestPrograms(environment: NodeJS.ProcessEnv, installer: Installer): Promise<TestPrograms> {
  const present = await findPrograms(environment);
  const needsBrowser = !present.chromium && !environment['CHROMIUM_PATH']; // the user must correct a wrong CHROMIUM_PATH
  const needsDatabase = !present.postgres;
  const needsPython = !present.verifier;
  if (!needsBrowser && !needsDatabase && !needsPython) return describe(present, environment, undefined);
  if (installer.obstacle) return describe(present, environment, installer.obstacle);

  const install = (browser: string): Promise<string | undefined> =>
    installer.install([
      ...(needsBrowser ? [browser] : []),
      ...(needsDatabase ? ['postgresql'] : []),
      ...(needsPython ? ['python3', 'openssl'] : []),
    ]);
  let failure = await install('chromium-headless-shell');
  if (failure !== undefined && needsBrowser) failure = await install('chromium'); // older systems have no package for the shell
  const reason = failure === undefined ? 'the package did not contain it' : `apt-get failed:\n${failure.trimEnd()}`;
  return describe(await findPrograms(environment), environment, reason);
}

interface Present {
  readonly chromium: string | undefined;
  readonly postgres: string | undefined;
  readonly verifier: VerifierPrograms | undefined;
}

const findPrograms = async (environment: NodeJS.ProcessEnv): Promise<Present> => ({
  chromium: findChromium(environment),
  postgres: await findPostgres(environment),
  verifier: findVerifierPrograms(environment),
});

function describe(present: Present, environment: NodeJS.ProcessEnv, reason: string | undefined): TestPrograms {
  const because = reason === undefined ? '' : ` It was not installed here because ${reason}.`;
  const chosen = environment['CHROMIUM_PATH'];
  const chromiumProblem = chosen
    ? `CHROMIUM_PATH is ${chosen}, which cannot be run.`
    : `The browser tests need Chromium: install the package chromium, or set CHROMIUM_PATH.${because}`;
  const postgresProblem = `The database tests need PostgreSQL's server programs: install the package postgresql, or add initdb and postgres to PATH.${because}`;
  const pythonProblem = `The second receipt verifier needs Python and OpenSSL: install the packages python3 and openssl.${because}`;
  return {
    chromium: present.chromium ? { path: present.chromium } : { problem: chromiumProblem },
    postgres: present.postgres ? { path: present.postgres } : { problem: postgresProblem },
    verifier: present.verifier ?? { problem: pythonProblem },
  };
}
