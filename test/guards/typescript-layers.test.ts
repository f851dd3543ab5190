import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { plantedValid, plantedTargets, plantedTypes } from './planted-types.ts';
import { plantProject } from './planted-project.ts';
import { projectRoot } from './read-source-files.ts';

// Includes the real sources, because a package that one of them imports could add foreign types to its layer.
const project = plantProject([...plantedTypes, ...plantedValid, ...plantedTargets], ['src/**/*.{ts,tsx}']);
const errors = compile(project.root);

afterAll(() => project.remove());

describe('the compiler', () => {
  test.each(plantedTypes)('does not let $path use $foreign', ({ path, error }) => {
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

function compile(directory: string): readonly CompilerError[] {
  const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
  const layers = ['src/domain', 'src/contract', 'src/server', 'src/mails', 'src/web'];
  const { stdout } = spawnSync(process.execPath, [tsc, '-b', '--pretty', 'false', ...layers], {
    cwd: directory,
    encoding: 'utf8',
  });
  return [...stdout.matchAll(/^(.+?)\(\d+,\d+\): error (TS\d+):/gm)].map(([, path = '', code = '']) => ({
    path,
    code,
  }));
}
