import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFiles } from './temporary-files.ts';

test('a temporary file returns what was added to it, and has no name in the folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'temporary-files-'));
  try {
    const file = await temporaryFiles(join(folder, 'data')).open();
    const first = await file.append(Buffer.from('one'));
    const second = await file.append(Buffer.from('second'));
    expect(String(await file.read(second, 6))).toBe('second');
    expect(String(await file.read(first, 3))).toBe('one');
    await expect(file.read(second, 7)).rejects.toThrow('shorter than what was written');
    expect(readdirSync(join(folder, 'data'))).toEqual([]);
    await file.close();
    await expect(file.read(first, 3)).rejects.toThrow('closed');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
