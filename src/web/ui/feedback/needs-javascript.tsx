import type { JSX } from 'react';

/** Says what a visitor without JavaScript can do instead. Browsers with JavaScript never show it. */
export const NeedsJavaScript = ({ children }: { readonly children: string }): JSX.Element => (
  <noscript>
    <p className="my-4 rounded-xl bg-tint p-4">{children}</p>
  </noscript>
);
