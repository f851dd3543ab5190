#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
/**
 * The program that `npx` runs for this repository (docs/public-log.md). It runs `tools/witness.ts` without its types, because
 * Node does not strip types from the files of an installed package.
 */
import { readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';

if (nodeModule.stripTypeScriptTypes === undefined) {
  process.stderr.write(`The witness needs Node 24; this is Node ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  const source = nodeModule.stripTypeScriptTypes(readFileSync(new URL('../witness.ts', import.meta.url), 'utf8'));
  const { main } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  process.exitCode = await main(process.argv.slice(2));
}
