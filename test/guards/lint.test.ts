import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { plantProject } from './planted-project.ts';
import { plantedClean, plantedLint } from './planted-lint.ts';
import { projectRoot } from './read-source-files.ts';

interface Diagnostic {
  readonly code: string;
  readonly severity: string;
  readonly filename: string;
}

interface Configuration {
  readonly rules: Readonly<Record<string, unknown>>;
  readonly overrides: readonly { readonly rules: Readonly<Record<string, unknown>> }[];
}

const project = plantProject([...plantedLint, ...plantedClean]);
const diagnostics = lint(project.root);
const configuration = readConfiguration();

afterAll(() => project.remove());

describe('lint', () => {
  test.each(plantedLint)('refuses $path because of $rule', ({ rule, path }) => {
    expect(codesIn(path)).toContain(rule.replace(/\/(.*)$/, '($1)'));
  });

  test.each(plantedClean)('accepts $path', ({ path }) => expect(codesIn(path)).toEqual([]));

  test('every configured rule has a planted violation', () => {
    const named = [configuration, ...configuration.overrides].flatMap(({ rules }) =>
      Object.keys(rules).filter((rule) => rules[rule] !== 'off'),
    );
    expect(named).not.toHaveLength(0);
    const proved = new Set(plantedLint.map(({ rule }) => rule));
    expect(named.filter((rule) => !proved.has(rule))).toEqual([]);
  });

  test('reports only errors', () => {
    expect(new Set(diagnostics.map(({ severity }) => severity))).toEqual(new Set(['error']));
  });
});

function codesIn(path: string): readonly string[] {
  return diagnostics
    .filter(({ filename }) => filename === path)
    .map(({ code }) => code.replace('react-hooks(', 'react('));
}

function lint(directory: string): readonly Diagnostic[] {
  const oxlint = join(projectRoot, 'node_modules/oxlint/bin/oxlint');
  const { stdout, stderr } = spawnSync(process.execPath, [oxlint, '--format=json'], {
    cwd: directory,
    encoding: 'utf8',
  });
  if (!stdout.startsWith('{')) throw new Error(`oxlint did not run: ${stdout}${stderr}`);
  return (JSON.parse(stdout) as { diagnostics: readonly Diagnostic[] }).diagnostics;
}

function readConfiguration(): Configuration {
  const text = readFileSync(join(projectRoot, '.oxlintrc.json'), 'utf8');
  return JSON.parse(text.replaceAll(/(^|\s)\/\/.*$/gm, '')) as Configuration;
}
