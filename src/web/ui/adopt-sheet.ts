/**
 * Puts rules into effect that came along with a script: `import rules from './some.css?inline'`. For what scripts alone
 * draw, such as the pages behind the sign-in: their rules need not travel inside every document. The security policy allows
 * it, other than a style element. Does nothing while prerendering.
 */
export function adoptSheet(rules: string): void {
  if (typeof document === 'undefined') return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
