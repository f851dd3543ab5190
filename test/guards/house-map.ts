/**
 * Who may import whom, as data (ARCHITECTURE.md shows the same map as a picture: change both in one commit). The rules
 * that hold it are in `import-rules.ts`.
 */
export const layers = {
  domain: {
    folder: 'src/domain',
    mayImport: ['domain'],
    packages: [],
    hasNode: false,
  },
  contract: {
    folder: 'src/contract',
    mayImport: ['domain', 'contract'],
    packages: [/^zod\/mini$/], // the browser carries the contract: the full zod is four times its weight
    hasNode: false,
  },
  server: {
    folder: 'src/server',
    mayImport: ['domain', 'contract', 'server'],
    packages: [/./],
    hasNode: true,
  },
  mails: {
    folder: 'src/mails',
    mayImport: ['domain', 'mails'],
    packages: [/^react$/, /^@react-email\/(components|render)$/],
    hasNode: false,
  },
  web: {
    folder: 'src/web',
    mayImport: ['domain', 'contract', 'web'],
    packages: [/^(?!zod$)/],
    hasNode: false,
  },
  sandbox: {
    folder: 'sandbox',
    mayImport: ['sandbox'], // shared code would share misreadings of the providers
    packages: [/./],
    hasNode: true,
  },
  tools: {
    folder: 'tools',
    mayImport: ['domain', 'contract', 'server', 'tools'],
    packages: [/./],
    hasNode: true,
  },
  bench: {
    folder: 'bench',
    mayImport: ['domain', 'contract', 'server', 'tools', 'test', 'bench'],
    packages: [/./],
    hasNode: true,
  },
  test: {
    folder: 'test',
    mayImport: ['domain', 'contract', 'server', 'web', 'sandbox', 'tools', 'test'],
    packages: [/./],
    hasNode: true,
  },
} as const satisfies Record<string, LayerRule>;

interface LayerRule {
  readonly folder: string;
  /** Names of the layers that its files may import. */
  readonly mayImport: readonly string[];
  /** Packages of npm whose specifier fits one of these. */
  readonly packages: readonly RegExp[];
  /** Whether its files run on Node, and so may import `node:` modules. */
  readonly hasNode: boolean;
}

/** A part of the house with its own right to import. */
export type Layer = keyof typeof layers;

/** Names of all layers. */
export const layerNames = Object.keys(layers) as Layer[];

/** Layers that are divided into features: one folder a feature, entered by its `index.ts`. */
export const featureLayers: ReadonlySet<Layer> = new Set(['server', 'web']);

/** Folders whose every file is open to the other features of their layer. */
export const openFolders: ReadonlySet<string> = new Set([
  'src/server/http',
  'src/server/db',
  'src/server/outbox',
  'src/server/mail',
  'src/server/pdf',
  'src/web/ui',
  'src/web/layout',
]);

/** Folders outside `test/` whose files serve the tests beside them, and nothing else. */
export const testFolders: readonly string[] = ['sandbox/testing/'];

/** Files that put the whole together: they know every feature, so no feature may know them. */
export const composingFiles: readonly RegExp[] = [
  /^src\/server\/(main|app)\.ts$/,
  /^src\/web\/(main|app|router|routes|entry[a-z-]*)\.tsx?$/,
];

/** Folders, each the only one whose files may import a payment provider's packages. */
export const providerPackages: readonly ProviderPackages[] = [
  { packages: /^stripe($|\/)/, folder: 'src/server/payments/stripe/' },
  { packages: /^@paypal\/(?!paypal-js)/, folder: 'src/server/payments/paypal/' },
  { packages: /^@paypal\/paypal-js/, folder: 'src/web/paypal-checkout/' }, // the types of PayPal's script
];

interface ProviderPackages {
  readonly packages: RegExp;
  readonly folder: string;
}

/** Names that say nothing: whatever is put there belongs somewhere else. */
export const emptyNames: ReadonlySet<string> = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'misc',
  'lib',
  'shared',
]);

/** Where a module may be loaded whose name is only known while the program runs: compiled mails and pages. */
export const computedImportFolders: readonly string[] = ['src/server/mail/'];

/** Lines a file may have; the habit is 200. */
export const fileLinesMax = 300;
