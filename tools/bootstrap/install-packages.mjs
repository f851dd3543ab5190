import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

// The includes keep NODE_ENV=production or an `omit` setting from leaving out the tools that build the site.
const npmArguments = ['ci', '--include=dev', '--include=optional', '--no-fund', '--no-audit', '--loglevel=error'];

/** Installs exactly what the lock file names. Shows one line of progress; npm's output appears only when it fails. */
export async function installPackages(root) {
  const title = existsSync(join(root, 'node_modules'))
    ? 'Installing packages (they changed) …'
    : 'Installing packages (first start only) …';
  const finish = showProgress(title);
  const { exitCode, output } = await runNpm(root);
  finish(exitCode === 0);
  if (exitCode !== 0)
    throw new Error(`${firstLines(output)}\nThe packages could not be installed; npm's reason is above.`);
}

/** The part of npm's output with the reason of a failure. A long explanation of npm's options follows it. */
const firstLines = (output) => output.split('\n').slice(0, 15).join('\n').trimEnd();

function runNpm(root) {
  const [program, ...leading] = npmCommand();
  return new Promise((resolve, reject) => {
    const npm = spawn(program, [...leading, ...npmArguments], {
      cwd: root,
      shell: process.platform === 'win32' && leading.length === 0,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [npm.stdout, npm.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    npm.on('error', () => reject(new Error('npm was not found: install Node.js together with npm.')));
    npm.on('close', (exitCode) => resolve({ exitCode, output }));
  });
}

/** The npm that runs this script, on its own Node: the Node inside `node_modules` disappears during an installation. */
function npmCommand() {
  const { npm_execpath: npmPath, npm_node_execpath: nodePath } = process.env;
  const isNpm = npmPath !== undefined && basename(npmPath).startsWith('npm-cli');
  return isNpm ? [nodePath ?? process.execPath, npmPath] : ['npm'];
}

/** Shows the title. Returns a function to call at the end, with the success of the installation. */
function showProgress(title) {
  const startedAt = Date.now();
  const seconds = () => `${Math.floor((Date.now() - startedAt) / 1000)} s`;
  if (!process.stdout.isTTY) {
    console.log(title);
    return (isInstalled) => console.log(`${isInstalled ? 'Packages installed in' : 'Failed after'} ${seconds()}.`);
  }
  process.stdout.write(title);
  const timer = setInterval(() => process.stdout.write(`\r${title} ${seconds()}`), 1000);
  return () => {
    clearInterval(timer);
    process.stdout.write(`\r${title} ${seconds()}\n`);
  };
}
