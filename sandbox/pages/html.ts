/** Markup that is safe to send: its values are escaped, or our own text. */
export interface Html {
  readonly markup: string;
}

type Fragment = Html | string | number | null | readonly Html[];

/** Builds markup from a template. Strings are escaped, markup is inserted unchanged, null shows nothing. */
export function html(parts: TemplateStringsArray, ...values: Fragment[]): Html {
  let markup = parts[0] ?? '';
  for (const [index, value] of values.entries()) markup += asMarkup(value) + (parts[index + 1] ?? '');
  return { markup };
}

/** Marks our own text, such as a style sheet, as markup that needs no escaping. */
export function trusted(markup: string): Html {
  return { markup };
}

function asMarkup(value: Fragment): string {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value));
  return 'markup' in value ? value.markup : value.map((fragment) => fragment.markup).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
