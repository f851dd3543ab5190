import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { brandColors } from '#domain/brand-colors.ts';

const web = new URL('../src/web/', import.meta.url).pathname;
const tokens = new Map(
  [...readFileSync(join(web, 'styles/tokens.css'), 'utf8').matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)].map(
    ([, name = '', value = '']) => [name, value],
  ),
);

/** Text colors, each with the backgrounds behind it. */
const textOnBackgrounds: Record<string, readonly string[]> = {
  ink: ['white', 'page', 'tint', 'tint-strong', 'danger-tint', 'cream'],
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

/** Colors of outlines and icons, each with the backgrounds behind it. */
const outlinesOnBackgrounds: Record<string, readonly string[]> = {
  'line-strong': ['white', 'page'],
  'brand-strong': ['white', 'page', 'tint', 'tint-strong', 'cream'],
  brand: ['night'],
};

const pairs = (table: Record<string, readonly string[]>): [string, string][] =>
  Object.entries(table).flatMap(([color, backgrounds]) =>
    backgrounds.map((background): [string, string] => [color, background]),
  );

describe('colors', () => {
  test.each(pairs(textOnBackgrounds))('text in %s on %s has a contrast of at least 4.5 to 1', (color, background) => {
    expect(contrast(color, background)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairs(outlinesOnBackgrounds))(
    'outlines in %s on %s have a contrast of at least 3 to 1',
    (color, background) => {
      expect(contrast(color, background)).toBeGreaterThanOrEqual(3);
    },
  );

  test('white on the brand color is below the minimum', () => {
    expect(contrast('white', 'brand')).toBeLessThan(3);
  });

  test('of emails and PDFs are those of the pages', () => {
    const names = Object.keys(brandColors).map((name) =>
      name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    );
    expect(names.map((name) => tokens.get(name))).toEqual(Object.values(brandColors));
  });

  test('are defined only in tokens.css', () => {
    const files = readdirSync(web, { recursive: true, encoding: 'utf8' });
    const sheetsAndMarkup = files.filter((file) => /\.(css|tsx)$/.test(file) && !/tokens\.css|\.test\./.test(file));
    const raw = /(?<![\w/&])#(?:[0-9a-f]{3,4}){1,2}\b|\b(?:rgb|hsl|oklch|lab)a?\(|(?:bg|text|border)-\[/i;
    expect(sheetsAndMarkup.length).toBeGreaterThan(20);
    expect(sheetsAndMarkup.filter((file) => raw.test(readFileSync(join(web, file), 'utf8')))).toEqual([]);
  });
});

/** Returns the contrast ratio of two tokens by WCAG 2.2, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((left, right) => right - left);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(name: string): number {
  const value = tokens.get(name);
  if (value === undefined) throw new Error(`tokens.css has no color ${name}`);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    linear(Number.parseInt(value.slice(start, start + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (share: number): number => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
