/**
 * Applies CSS imported by a script: `import rules from './some.css?inline'`. Used for parts that only scripts render, such as
 * dialogs and signed-in pages, because their CSS is not in the document. The content security policy allows this, unlike a style
 * element, and the page is not laid out again, unlike after a linked style sheet has loaded. Does nothing while prerendering.
 */
export function adoptStyles(rules: string): void {
  if (typeof document === 'undefined') return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets.push(sheet);
}
