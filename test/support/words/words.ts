import { standardWords, type Words } from '#domain/words/words.ts';
import type { TestApp } from '../app/start-app.ts';
import { insertVersion } from './insert-version.ts';

/** Returns words that differ from those of a new installation. */
export const newWords = (changes: Partial<Words> = {}): Words => ({ ...standardWords, name: 'Snack Aid', ...changes });

/** Stores the next version of the words, as another process would, and applies it. Returns its number. */
export const insertWordsVersion = (app: Pick<TestApp, 'deps'>, words: Words = newWords()): Promise<number> =>
  insertVersion(app, 'words', words);
