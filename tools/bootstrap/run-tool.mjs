import { spawn } from 'node:child_process';

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const parentCheckIntervalMs = 500;
const exitWithParent = new URL('../start/exit-with-parent.mjs', import.meta.url).href;

/**
 * Runs a tool on the given Node in this terminal and resolves to its exit code. Signals are passed on, and the tool exits when
 * this process dies. Under npm, the tool also stops when npm is killed; otherwise everything would continue to run.
 */
export function runTool(runtime, toolCommand, environment = process.env) {
  return new Promise((resolve, reject) => {
    const tool = spawn(runtime, ['--disable-warning=ExperimentalWarning', '--import', exitWithParent, ...toolCommand], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: environment,
    });
    for (const signal of stopSignals) process.on(signal, () => tool.kill(signal));
    const parentCheck = watchParent(() => tool.kill('SIGTERM'));
    tool.on('error', reject);
    tool.on('exit', (exitCode) => {
      clearInterval(parentCheck);
      resolve(exitCode ?? 1);
    });
  });
}

/** Watches the parent only under npm: a process that a shell script runs in the background is meant to outlive its parent. */
function watchParent(onExit) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    onExit();
  }, parentCheckIntervalMs);
  return check;
}
