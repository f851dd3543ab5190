import { watch } from 'node:fs';
import { buildIfStale } from './builds.ts';
import type { Child, ChildPlan } from './child.ts';
import { inProject } from './paths.ts';
import { Refusal } from './refusal.ts';
import type { Supervisor } from './supervisor.ts';

const settleMs = 150; // editors write a file in several steps
const serverFolders = ['src/server', 'src/contract', 'src/domain', 'src/mails']; // a running server keeps the emails it has loaded
const webFolders = ['src/web', 'src/mails', 'src/contract', 'src/domain', 'public'];

/** Restarts the product when server files change, and rebuilds the pages when theirs do. */
export function followFiles(plan: ChildPlan, first: Child | undefined, supervisor: Supervisor): void {
  let product = first;
  const restart = async (): Promise<void> => {
    if (product) await supervisor.stop(product);
    product = undefined;
    product = await supervisor.start(plan);
    product.show();
    console.log('Restarted with the changes.');
  };
  onChange(webFolders, () => buildIfStale(['pages']));
  onChange(serverFolders, restart);
}

/** Calls `react` when changes have ended for a moment: one call at a time, and again for changes during a call. */
function onChange(folders: readonly string[], react: () => Promise<void>): void {
  let last = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const schedule = (fileName: string | null): void => {
    if (fileName?.includes('.test.')) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      last = last.then(react).catch(showProblem);
    }, settleMs);
  };
  for (const folder of folders) watch(inProject(folder), { recursive: true }, (_event, fileName) => schedule(fileName));
}

/** Prints a problem and does not exit, because broken files are normal during development. */
function showProblem(error: unknown): void {
  console.error(error instanceof Refusal ? error.message : error);
}
