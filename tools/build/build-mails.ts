import { existsSync, renameSync, rmSync } from 'node:fs';
import { build } from 'vite';
import { builtPath, mailsFolder, mailSourcesPath } from './paths.ts';

/**
 * Bundles the emails with their libraries into one module, because Node cannot load their JSX. The server loads it when it writes
 * its first email.
 */
export async function buildMails(folder: string = builtPath(mailsFolder)): Promise<void> {
  const newFolder = `${folder}-next`;
  await build({
    configFile: false,
    root: mailSourcesPath,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: 'mails.tsx',
      outDir: newFolder,
      emptyOutDir: true,
      target: 'node24',
      reportCompressedSize: false,
      rolldownOptions: { external: [/^prettier\//] }, // the renderer imports it only for pretty-printing, which we do not use
    },
  });
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  renameSync(newFolder, folder);
}
