/** Folders and files of the project that a document names in backticks, such as `src/domain/brand.ts`. */
export const namedPaths = (text: string): string[] =>
  [...text.matchAll(/`([\w./-]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => inFolder.test(name) || rootFile.test(name));

const inFolder = /^(?:src|sandbox|tools|test|bench|docs|public|\.ci)(?:\/|$)/;
const rootFile =
  /^(?:[A-Z]+\.md|(?:package|package-lock|tsconfig[\w.]*)\.json|vite(?:st)?\.config\.ts|\.(?:env\.|git|npmrc|ox)[\w.]*)$/;

/** Targets of links and pictures that point into the project; those of the web are left out. */
export const relativeLinks = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target).filter((target) => !/^[a-z]+:/.test(target));

/** Rows of all tables, as their cells; heads and the lines under them are left out. */
export function tableRows(text: string): string[][] {
  const lines = text.split('\n');
  return lines
    .filter((line, index) => line.startsWith('|') && !isRule(line) && !isRule(lines[index + 1] ?? ''))
    .map((line) =>
      line
        .slice(1, line.lastIndexOf('|'))
        .split('|')
        .map((cell) => cell.trim()),
    );
}

const isRule = (line: string): boolean => /^\|[\s|:-]+\|$/.test(line);

/** Text from a heading to the next one of the same depth. Throws when there is no such heading. */
export function sectionOf(text: string, heading: string): string {
  const start = text.indexOf(`\n${heading}\n`);
  if (start === -1) throw new Error(`there is no heading "${heading}"`);
  const depth = heading.indexOf(' ');
  const rest = text.slice(start + heading.length + 2);
  const end = rest.search(new RegExp(`^#{1,${depth}} `, 'm'));
  return end === -1 ? rest : rest.slice(0, end);
}

/** Anchors that a document offers, one for each heading. */
export const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
