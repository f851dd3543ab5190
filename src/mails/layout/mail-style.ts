import type { CSSProperties } from 'react';
import { brandColors as colors } from '#domain/brand-colors.ts';

const fontFamily = "Nunito, ui-rounded, 'Segoe UI', system-ui, -apple-system, Helvetica, Arial, sans-serif";

/** Inline styles: many mail programs ignore style sheets. */
export const mailStyle = {
  body: { backgroundColor: colors.page, color: colors.ink, fontFamily, margin: 0, padding: '24px 12px' },
  card: {
    backgroundColor: colors.white,
    border: `1px solid ${colors.line}`,
    borderRadius: 20,
    maxWidth: 560,
    padding: '32px 28px',
  },
  brand: { color: colors.brandStrong, fontSize: 20, fontWeight: 800, letterSpacing: '-0.01em', margin: '0 0 24px' },
  heading: { fontSize: 28, fontWeight: 800, letterSpacing: '-0.02em', lineHeight: 1.2, margin: '0 0 12px' },
  text: { fontSize: 16, lineHeight: 1.6, margin: '0 0 16px' },
  meals: {
    backgroundColor: colors.tint,
    borderRadius: 12,
    color: colors.leaf,
    fontSize: 18,
    fontWeight: 700,
    margin: '0 0 24px',
    padding: '12px 16px',
  },
  table: { borderCollapse: 'collapse', margin: '0 0 24px', width: '100%' },
  name: {
    borderTop: `1px solid ${colors.line}`,
    color: colors.muted,
    fontSize: 16,
    fontWeight: 400,
    padding: '10px 12px 10px 0',
    textAlign: 'left',
    verticalAlign: 'top',
  },
  value: {
    borderTop: `1px solid ${colors.line}`,
    fontSize: 16,
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
    padding: '10px 0',
    textAlign: 'right',
  },
  strong: { color: colors.ink, fontWeight: 800 },
  button: {
    backgroundColor: colors.brand,
    borderRadius: 999,
    color: colors.onBrand,
    fontSize: 16,
    fontWeight: 800,
    padding: '14px 24px',
    textDecoration: 'none',
  },
  link: { color: colors.brandStrong, overflowWrap: 'anywhere', textDecoration: 'underline' },
  plainText: { fontSize: 16, lineHeight: 1.6, margin: '0 0 16px', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
  quote: { borderLeft: `3px solid ${colors.line}`, color: colors.muted, margin: '0 0 16px', padding: '0 0 0 16px' },
  subheading: { fontSize: 20, fontWeight: 800, lineHeight: 1.3, margin: '24px 0 8px' },
  list: { fontSize: 16, lineHeight: 1.6, margin: '0 0 16px', paddingLeft: 24 },
  rule: { borderColor: colors.line, margin: '28px 0 16px' },
  small: { color: colors.muted, fontSize: 14, lineHeight: 1.5, margin: '0 0 8px' },
} as const satisfies Record<string, CSSProperties>;
