import { format } from 'node:util';
import { afterEach, beforeEach } from 'vitest';

/** Replaced during tests, because an unexpected error is a defect even if every assertion passes. */
const original = console.error;
let unexpected: string[] = [];

beforeEach(() => {
  unexpected = [];
  console.error = (...parts: unknown[]) => {
    unexpected.push(format(...parts));
  };
});

afterEach(() => {
  console.error = original;
  if (unexpected.length > 0) throw new Error(`Unexpected console.error:\n${unexpected.join('\n')}`);
});
