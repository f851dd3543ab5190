/** Reads a field of the object when its turn comes: one value, or a list in pages. */
export type JsonField = () => Promise<unknown> | AsyncIterable<readonly unknown[]>;

/**
 * Writes an object piece by piece, exactly as `JSON.stringify(object, null, 2)` with a line break. The object needs at least
 * one field.
 */
export async function* writeJson(fields: Readonly<Record<string, JsonField>>): AsyncGenerator<string> {
  let separator = '{';
  for (const [name, read] of Object.entries(fields)) {
    yield `${separator}\n  ${JSON.stringify(name)}: `;
    const content = read();
    if (Symbol.asyncIterator in content) yield* writeList(content);
    else yield indented(await content, '  ');
    separator = ',';
  }
  yield '\n}\n';
}

async function* writeList(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let separator = '[';
  for await (const page of pages) {
    let text = '';
    for (const item of page) {
      text += `${separator}\n    ${indented(item, '    ')}`;
      separator = ',';
    }
    yield text;
  }
  yield separator === '[' ? '[]' : '\n  ]';
}

/** JSON has line breaks only between its parts, never inside a text. */
const indented = (value: unknown, indent: string): string =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
