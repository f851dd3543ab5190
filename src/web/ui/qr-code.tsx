import type { ReactNode } from 'react';
import { encode } from 'uqr';

/** The width of the light border in modules. Scanners need the border. */
const quietZone = 4;

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  readonly className: string;
  /** The level of error correction: `M` by default, `L` for long texts. */
  readonly correction?: 'L' | 'M';
}

/** Shows a text as a QR code. */
export default function QrCode({ text, label, className, correction = 'M' }: QrCodeProps): ReactNode {
  const { data, size } = encode(text, { ecc: correction, border: quietZone });
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={className}
    >
      <path d={squares(data)} />
    </svg>
  );
}

/** Returns one path with a unit square for each dark module. */
const squares = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
