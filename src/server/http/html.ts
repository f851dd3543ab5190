/** Markup that is safe to send, because every text in it was escaped. */
export interface Html {
  readonly markup: string;
}

/** Builds markup from a template. Texts are escaped; markup and lists of markup are inserted unchanged. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  return { markup: String.raw({ raw: parts }, ...values.map(asMarkup)) };
}

function asMarkup(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return escapeText(value);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeText = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
