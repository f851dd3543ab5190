/** Finds the project's files and folders that a document names in backticks, such as `src/domain/brand.ts`. */
export const namedPaths = (text: string): string[] =>
  [...text.matchAll(/`([\w./-]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => inFolder.test(name) || rootFile.test(name));

const inFolder = /^(?:src|sandbox|tools|test|bench|docs|deploy|public|\.ci)(?:\/|$)/;
const rootFile =
  /^(?:[A-Z]+\.md|(?:package|package-lock|tsconfig[\w.]*)\.json|vite(?:st)?\.config\.ts|\.(?:env\.|git|npmrc|ox)[\w.]*)$/;

/** Finds the targets of links and pictures in the project, without web addresses. */
export const relativeLinks = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target).filter((target) => !/^[a-z]+:/.test(target));

/** Returns the cells of every table row, without the header rows. */
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

/** Returns the text from a heading to the next one of the same or a higher level. Throws if there is no such heading. */
export function sectionOf(text: string, heading: string): string {
  const start = text.indexOf(`\n${heading}\n`);
  if (start === -1) throw new Error(`there is no heading "${heading}"`);
  const depth = heading.indexOf(' ');
  const rest = text.slice(start + heading.length + 2);
  const end = rest.search(new RegExp(`^#{1,${depth}} `, 'm'));
  return end === -1 ? rest : rest.slice(0, end);
}

/** Returns the anchor of each heading in a document. */
export const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
