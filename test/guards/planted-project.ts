import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Planted } from './planted.ts';
import { projectRoot } from './read-source-files.ts';

/** A project in a temporary folder with the real configuration files and packages, and planted sources. */
export interface PlantedProject {
  readonly root: string;
  remove(): void;
}

/**
 * Plants files next to copies of the project's configuration and of the sources that match the patterns. A planted file
 * replaces a copied one.
 */
export function plantProject(planted: readonly Planted[], copied: readonly string[] = []): PlantedProject {
  const root = mkdtempSync(join(tmpdir(), 'kindbite-planted-'));
  const configurations = ['package.json', '.oxlintrc.json', '{.,src/*,sandbox,tools,test}/tsconfig*.json'];
  for (const path of globSync([...configurations, ...copied], { cwd: projectRoot })) {
    cpSync(join(projectRoot, path), join(root, path));
  }
  for (const { path, source } of planted) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), source);
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'), 'dir');
  return { root, remove: () => rmSync(root, { recursive: true }) };
}
