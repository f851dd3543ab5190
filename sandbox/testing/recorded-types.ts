import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Compiles a source in which recorded JSON is written as literals of a vendor's types: a missing, extra or wrongly typed
 * property does not compile. Resolves to the compiler's errors, or to an empty string.
 */
export async function compileRecorded(source: string): Promise<string> {
  const scratch = join(import.meta.dirname, '../../.types'); // the compiler finds the packages, and git ignores the folder
  await mkdir(scratch, { recursive: true });
  const folder = await mkdtemp(join(scratch, 'wire-'));
  const file = join(folder, 'recorded.ts');
  await writeFile(file, source);
  try {
    await promisify(execFile)(join(import.meta.dirname, '../../node_modules/.bin/tsc'), [...settings, file]);
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const settings =
  '--noEmit --ignoreConfig --strict --exactOptionalPropertyTypes --skipLibCheck --module nodenext --target es2024 --lib es2024,dom --types node'.split(
    ' ',
  );

/** Writes each value as a literal of a type, one per line. */
export const asLiterals = (type: string, values: readonly unknown[]): string =>
  values.map((value) => `{ const recorded: ${type} = ${JSON.stringify(value)}; void recorded; }`).join('\n');
