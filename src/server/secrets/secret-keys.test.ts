import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError } from '#server/config/config.ts';
import { loadSecretKeys } from './secret-keys.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secret-keys-'));
  file = join(folder, 'data', 'secret-key');
});
afterEach(() => rmSync(folder, { recursive: true }));

const load = (...secretKeys: Uint8Array[]) => loadSecretKeys({ secretKeys, dataDir: join(folder, 'data') });
const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

test('without a configured key, one is generated and kept in a file that only its owner can read', () => {
  const [generated, ...others] = load();
  expect([generated.length, others]).toEqual([32, []]);
  expect(readFileSync(file, 'utf8')).toBe(`${Buffer.from(generated).toString('base64')}\n`);
  expect([statSync(file).mode & 0o777, statSync(join(folder, 'data')).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(load()).toEqual([generated]);
  expect(readdirSync(join(folder, 'data'))).toEqual(['secret-key']);
});

test('two installations generate different keys', () => {
  const [first] = load();
  rmSync(file);
  expect(load()).not.toEqual([first]);
});

test('with a configured key, none is generated', () => {
  expect(load(one, two)).toEqual([one, two]);
  expect(existsSync(file)).toBe(false);
});

test('a generated key is kept as a former key after another one is configured', () => {
  const [generated] = load();
  expect(load(one)).toEqual([one, generated]);
});

test('the file may list a current key and former ones', () => {
  load();
  writeFileSync(file, `${one.toString('base64')}\n${two.toString('base64')}\n`);
  expect(load()).toEqual([one, two]);
});

test('a file restored without its permissions is made private', () => {
  load();
  chmodSync(file, 0o644);
  load();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each(['', 'secret', 'AAAA'])(
  'a file with %j keeps the product from starting, and one sentence says why',
  (text) => {
    load();
    writeFileSync(file, text);
    expect(() => load()).toThrow(new ConfigError(`${file} does not contain a secret key: restore it from the backup.`));
  },
);

test('a file in place of the data folder keeps the product from starting', () => {
  writeFileSync(join(folder, 'data'), '');
  expect(() => load()).toThrow(
    new ConfigError(`${file} cannot be written (a file is in its place): make DATA_DIR writable, or set SECRET_KEY.`),
  );
});

test('a folder in place of the file keeps the product from starting, even with a configured key', () => {
  mkdirSync(file, { recursive: true });
  const problem = `${file} cannot be used (a folder is in its place): it must be a file that belongs to the user who runs the product.`;
  expect(() => load()).toThrow(new ConfigError(problem));
  expect(() => load(one)).toThrow(new ConfigError(problem));
});
