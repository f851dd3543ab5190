import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { arePackagesInPlace, computeStamp, isStampCurrent, writeStamp } from './install-state.mjs';

const platform = { os: 'linux', cpu: 'x64' };
const manifest = { dependencies: { zod: '4.0.0' } };
const zod = { version: '4.0.0' };
let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'test-install-'));
  mkdirSync(join(root, 'node_modules'));
  write('package.json', manifest);
  writeLock({ 'node_modules/zod': zod });
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

describe('the stamp', () => {
  test('is current after it was written', () => {
    expect(isStampCurrent(root)).toBe(false);
    writeStamp(root);
    expect(isStampCurrent(root)).toBe(true);
  });

  test('is out of date after a change of the lock file', () => {
    writeStamp(root);
    writeLock({ 'node_modules/zod': { version: '4.0.1' } });
    expect(isStampCurrent(root)).toBe(false);
  });

  test('differs between platforms, so that a copied node_modules is not trusted', () => {
    expect(computeStamp(root, 'linux-x64')).not.toBe(computeStamp(root, 'linux-arm64'));
  });
});

test('no package of ours has an install script, because our npm settings run none', () => {
  const read = (file: string): string => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
  expect(read('.npmrc')).toContain('ignore-scripts=true');
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, object> };
  expect(Object.keys(packages).filter((path) => 'hasInstallScript' in packages[path]!)).toEqual([]);
});

describe('packages', () => {
  test('are in place when npm recorded the versions of the lock file', () => {
    writePresent({ 'node_modules/zod': zod });
    expect(arePackagesInPlace(root, platform)).toBe(true);
  });

  test.each([
    ['nothing was installed', () => {}],
    ['the record is broken', () => write('node_modules/.package-lock.json', undefined)],
    ['a package is missing', () => writePresent({})],
    ['a package has another version', () => writePresent({ 'node_modules/zod': { version: '3.0.0' } })],
    [
      'the manifest lists a package that the lock file lacks',
      () => {
        writePresent({ 'node_modules/zod': zod });
        write('package.json', { dependencies: { zod: '4.0.0', pg: '8.0.0' } });
      },
    ],
  ])('are not in place when %s', (_reason, arrange) => {
    arrange();
    expect(arePackagesInPlace(root, platform)).toBe(false);
  });

  test.each([
    ['in production', true, true],
    ['elsewhere', false, false],
  ])('without development packages are in place %s', (_name, isProduction, isInPlace) => {
    writeLock({ 'node_modules/zod': zod, 'node_modules/vite': { version: '1.0.0', dev: true } });
    writePresent({ 'node_modules/zod': zod });
    expect(arePackagesInPlace(root, { ...platform, isProduction })).toBe(isInPlace);
  });

  test('with another version of a development package are not in place in production either', () => {
    writeLock({ 'node_modules/zod': zod, 'node_modules/vite': { version: '1.0.0', dev: true } });
    writePresent({ 'node_modules/zod': zod, 'node_modules/vite': { version: '0.9.0', dev: true } });
    expect(arePackagesInPlace(root, { ...platform, isProduction: true })).toBe(false);
  });

  test.each([
    ['for another system', { os: ['darwin'], cpu: ['x64'] }, true],
    ['for another processor', { os: ['linux'], cpu: ['arm64'] }, true],
    ['for another system, named without a list', { os: 'darwin', cpu: 'x64' }, true],
    ['that serves other optional ones', {}, true],
    ['for this platform', { os: 'linux', cpu: 'x64' }, false],
  ])('may lack an optional package unless it is for this platform: one %s', (_name, limits, isInPlace) => {
    writeLock({ 'node_modules/zod': zod, 'node_modules/extra': { version: '1.0.0', optional: true, ...limits } });
    writePresent({ 'node_modules/zod': zod });
    expect(arePackagesInPlace(root, platform)).toBe(isInPlace);
  });
});

function write(path: string, content: unknown): void {
  writeFileSync(join(root, path), content === undefined ? '{"packages":' : JSON.stringify(content));
}

function writeLock(packages: Record<string, unknown>): void {
  write('package-lock.json', { packages: { '': manifest, ...packages } });
}

function writePresent(packages: Record<string, unknown>): void {
  write('node_modules/.package-lock.json', { packages });
}
