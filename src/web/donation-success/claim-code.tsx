import type { JSX } from 'react';
import { encode } from 'uqr';

/** A link as a QR code. It has a chunk of its own, since only guests see it. */
export default function ClaimCode({ url }: { readonly url: string }): JSX.Element {
  const { size, data } = encode(url, { ecc: 'M', border: 4 }); // the border is the quiet zone that scanners need
  return (
    <svg
      role="img"
      aria-label="QR code of the link that claims this donation"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="claim-code"
    >
      <path d={outlineOf(data)} />
    </svg>
  );
}

/** Every dark field as a square. */
const outlineOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
