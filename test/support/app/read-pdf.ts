import { inflateSync } from 'node:zlib';

/** A PDF as a screen reader reads it. */
export interface ReadPdf {
  readonly title: string;
  readonly subject: string;
  readonly language: string;
  readonly pages: number;
  /** The role and text of each part, in order. Parts that screen readers skip have the role `Artifact`. */
  readonly parts: readonly (readonly [role: string, text: string])[];
}

/** Reads a PDF that pdfkit wrote. */
export function readPdf(file: Buffer): ReadPdf {
  const text = file.toString('latin1');
  if (!text.startsWith('%PDF-') || !text.endsWith('%%EOF\n')) throw new TypeError('this is not a complete PDF');
  const objects = readObjects(text);
  const characters = readCharacters(objects);
  const pages = [...objects.values()].filter((body) => body.includes('/Type /Page\n'));
  return {
    title: readString(objects, 'Title'),
    subject: readString(objects, 'Subject'),
    language: readString(objects, 'Lang'),
    pages: pages.length,
    parts: pages.flatMap((page) => readParts(streamOf(objects.get(referenceIn(page, 'Contents')) ?? ''), characters)),
  };
}

/** The bodies of the file's objects, by id. */
type Objects = ReadonlyMap<string, string>;

/** The characters of each font, by glyph number. */
type Characters = ReadonlyMap<string, readonly string[]>;

const readObjects = (text: string): Objects =>
  new Map([...text.matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs)].map(([, id = '', body = '']) => [id, body]));

const referenceIn = (body: string, name: string): string =>
  new RegExp(String.raw`/${name} (\d+) 0 R`).exec(body)?.[1] ?? '';

function streamOf(body: string): string {
  const stream = /stream\n(.*)\nendstream/s.exec(body)?.[1] ?? '';
  const bytes = Buffer.from(stream, 'latin1');
  return (body.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
}

/** Reads a string from the document's catalog or metadata. It is plain or in UTF-16. */
function readString(objects: Objects, name: string): string {
  const owner = [...objects.values()].find((body) => body.includes(`/${name} `)) ?? '';
  const inline = new RegExp(String.raw`/${name} \((.*?)\)\n`, 's').exec(owner)?.[1];
  const encoded = inline ?? objects.get(referenceIn(owner, name))?.slice(1, -1) ?? '';
  const plain = encoded.replaceAll(/\\([()\\])/g, '$1');
  return plain.startsWith('þÿ') ? Buffer.from(plain.slice(2), 'latin1').swap16().toString('utf16le') : plain;
}

function readCharacters(objects: Objects): Characters {
  const fonts = [...objects.values()].flatMap((body) => [...body.matchAll(/\/(F\d+) (\d+) 0 R/g)]);
  return new Map(
    fonts.map(([, name = '', id = '']) => {
      const map = streamOf(objects.get(referenceIn(objects.get(id) ?? '', 'ToUnicode')) ?? '');
      const [, entries = ''] = /beginbfrange\n(.*)\nendbfrange/s.exec(map) ?? [];
      const lists = [...entries.matchAll(/\[(.*?)\]/gs)].flatMap(([, list = '']) => [...list.matchAll(/<(.*?)>/g)]);
      return [name, lists.map(([, units = '']) => fromHex(units.replaceAll(' ', '')))];
    }),
  );
}

const fromHex = (units: string): string => Buffer.from(units, 'hex').swap16().toString('utf16le');

function readParts(content: string, characters: Characters): [role: string, text: string][] {
  const parts: [role: string, text: string][] = [];
  let font = '';
  for (const [, role, fontName, glyphs] of content.matchAll(
    /\/(\w+) <<.*?>> BDC|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/gs,
  )) {
    if (role !== undefined) parts.push([role, '']);
    if (fontName !== undefined) font = fontName;
    const codes = [...(glyphs ?? '').matchAll(/<(.*?)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    const last = parts.at(-1);
    if (last) last[1] += codes.map((code) => characters.get(font)?.[Number.parseInt(code, 16)] ?? '').join('');
  }
  return parts;
}
