import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { plantedValid, plantedTargets, plantedTypes } from './planted-types.ts';
import { plantProject } from './planted-project.ts';
import { projectRoot } from './read-source-files.ts';

const reportSchema = z.object({ diagnostics: z.array(z.object({ filename: z.string(), code: z.string() })) });

// The project includes the real sources, because a package that one of them imports could add foreign types to its layer.
const project = plantProject([...plantedTypes, ...plantedValid, ...plantedTargets], ['src/**/*.{ts,tsx}']);
const errors = compile(project.root);

afterAll(() => project.remove());

describe('the compiler', () => {
  test.each(plantedTypes)('does not allow $path to use $foreign', ({ path, error }) => {
    expect(errorsIn(path)).toEqual([expect.stringMatching(error)]);
  });

  test.each(plantedValid)('accepts $path', ({ path }) => expect(errorsIn(path)).toEqual([]));
});

interface CompilerError {
  readonly path: string;
  readonly code: string;
}

function errorsIn(path: string): readonly string[] {
  return errors.filter((error) => error.path === path).map(({ code }) => code);
}

/** Runs the compiler as `npm run check` does, but only on the planted files. Returns its errors. */
function compile(directory: string): readonly CompilerError[] {
  const oxlint = join(projectRoot, 'node_modules/oxlint/bin/oxlint');
  const options = ['--type-aware', '--type-check', '--format=json'];
  const planted = [...plantedTypes, ...plantedValid, ...plantedTargets].map(({ path }) => path);
  const { stdout, stderr } = spawnSync(process.execPath, [oxlint, ...options, ...planted], {
    cwd: directory,
    encoding: 'utf8',
  });
  if (!stdout.startsWith('{')) throw new Error(`oxlint did not run: ${stdout}${stderr}`);
  return reportSchema.parse(JSON.parse(stdout)).diagnostics.flatMap(({ filename, code }) => {
    const [compilerCode] = /TS\d+/.exec(code) ?? [];
    return compilerCode === undefined ? [] : [{ path: filename, code: compilerCode }];
  });
}
