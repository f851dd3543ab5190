import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { brandColours } from '#domain/brand-colours.ts';

const web = new URL('../src/web/', import.meta.url).pathname;
const tokens = new Map(
  [...readFileSync(join(web, 'styles/tokens.css'), 'utf8').matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)].map(
    ([, name = '', value = '']) => [name, value],
  ),
);

/** Words and the grounds on which they stand. */
const wordsOnGrounds: Record<string, readonly string[]> = {
  ink: ['white', 'page', 'tint', 'tint-strong', 'danger-tint'],
  muted: ['white', 'page', 'tint', 'line'],
  'on-brand': ['brand', 'brand-hover', 'cream'],
  'brand-strong': ['white', 'page', 'tint', 'tint-strong'],
  'brand-deep': ['white', 'page', 'tint'],
  leaf: ['white', 'page', 'leaf-tint'],
  claim: ['white', 'page', 'tint-strong'],
  danger: ['white', 'page', 'danger-tint'],
  white: ['brand-strong', 'danger', 'night'],
  'night-muted': ['night'],
};

/** Outlines of controls, and signs, on the grounds that they must stand out from. */
const outlinesOnGrounds: Record<string, readonly string[]> = {
  'line-strong': ['white', 'page'],
  'brand-strong': ['white', 'page', 'tint', 'tint-strong', 'cream'],
  brand: ['night'],
};

const pairs = (table: Record<string, readonly string[]>): [string, string][] =>
  Object.entries(table).flatMap(([colour, grounds]) => grounds.map((ground): [string, string] => [colour, ground]));

describe('colours', () => {
  test.each(pairs(wordsOnGrounds))('words in %s on %s can be read: 4.5 to 1', (colour, ground) => {
    expect(contrast(colour, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairs(outlinesOnGrounds))('outlines in %s on %s can be seen: 3 to 1', (colour, ground) => {
    expect(contrast(colour, ground)).toBeGreaterThanOrEqual(3);
  });

  test('white on the brand colour would not do, which the measure knows', () => {
    expect(contrast('white', 'brand')).toBeLessThan(3);
  });

  test('of mails and documents are those of the pages', () => {
    const names = Object.keys(brandColours).map((name) =>
      name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    );
    expect(names.map((name) => tokens.get(name))).toEqual(Object.values(brandColours));
  });

  test('are named in one file only', () => {
    const files = readdirSync(web, { recursive: true, encoding: 'utf8' });
    const sheetsAndMarkup = files.filter((file) => /\.(css|tsx)$/.test(file) && !/tokens\.css|\.test\./.test(file));
    const raw = /(?<![\w/&])#(?:[0-9a-f]{3,4}){1,2}\b|\b(?:rgb|hsl|oklch|lab)a?\(|(?:bg|text|border)-\[/i;
    expect(sheetsAndMarkup.length).toBeGreaterThan(20);
    expect(sheetsAndMarkup.filter((file) => raw.test(readFileSync(join(web, file), 'utf8')))).toEqual([]);
  });
});

/** Contrast of two tokens as WCAG 2.2 measures it, 1 to 21. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((left, right) => right - left);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(name: string): number {
  const value = tokens.get(name);
  if (value === undefined) throw new Error(`tokens.css has no colour ${name}`);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(value.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (share: number): number => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
