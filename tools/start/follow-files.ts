import { watch } from 'node:fs';
import { buildWebIfStale } from './build-web.ts';
import type { Child, ChildPlan } from './child.ts';
import { inProject } from './paths.ts';
import { Refusal } from './refusal.ts';
import type { Supervisor } from './supervisor.ts';

const settleMs = 150; // editors write a file in several steps
const serverFolders = ['src/server', 'src/contract', 'src/domain', 'src/mails']; // a server keeps the mails that it has loaded
const webFolders = ['src/web', 'src/mails', 'src/contract', 'src/domain', 'public'];

/** Starts the product again when the server's files change, and builds the pages again when theirs do. */
export function followFiles(plan: ChildPlan, first: Child | undefined, supervisor: Supervisor): void {
  let product = first;
  const restart = async (): Promise<void> => {
    if (product) await supervisor.stop(product);
    product = undefined;
    product = await supervisor.start(plan);
    product.show();
    console.log('The product runs with the changes.');
  };
  onChange(webFolders, () => buildWebIfStale());
  onChange(serverFolders, restart);
}

/** Calls `react` after changes have settled, one call at a time, and once more when files changed meanwhile. */
function onChange(folders: readonly string[], react: () => Promise<void>): void {
  let last = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const plan = (fileName: string | null): void => {
    if (fileName?.includes('.test.')) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      last = last.then(react).catch(showProblem);
    }, settleMs);
  };
  for (const folder of folders) watch(inProject(folder), { recursive: true }, (_event, fileName) => plan(fileName));
}

/** While developing, a broken file is an everyday thing: say so and wait for the next change. */
function showProblem(error: unknown): void {
  console.error(error instanceof Refusal ? error.message : error);
}
