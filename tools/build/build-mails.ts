import { existsSync, renameSync, rmSync } from 'node:fs';
import { build } from 'vite';
import { builtPath, mailsFolder, mailSourcesPath } from './paths.ts';

/**
 * Builds the mails, which Node cannot read as they are written, into one module that brings its libraries along: the server
 * loads it when it writes its first mail.
 */
export async function buildMails(folder: string = builtPath(mailsFolder)): Promise<void> {
  const fresh = `${folder}-next`;
  await build({
    configFile: false,
    root: mailSourcesPath,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: 'mails.tsx',
      outDir: fresh,
      emptyOutDir: true,
      target: 'node24',
      reportCompressedSize: false,
      rolldownOptions: { external: [/^prettier\//] }, // the renderer names it for a pretty form that nobody asks for
    },
  });
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  renameSync(fresh, folder);
}
