import type { JSX } from 'react';

/** An email address that a narrow column breaks after the @ rather than inside a word. */
export function Email({ address }: { readonly address: string }): JSX.Element {
  const domainStart = address.indexOf('@') + 1;
  return (
    <bdi>
      {address.slice(0, domainStart)}
      <wbr />
      {address.slice(domainStart)}
    </bdi>
  );
}
