/**
 * The layers and their allowed imports. ARCHITECTURE.md shows them as a diagram: change both in one commit. The rules in
 * `import-rules.ts` enforce them.
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
    packages: [/^zod\/mini$/], // the contract is sent to the browser, and the full zod is four times as large
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
  /** Layers that its files may import. */
  readonly mayImport: readonly string[];
  /** Patterns of the npm packages that its files may import. */
  readonly packages: readonly RegExp[];
  /** True if its files run on Node and may import `node:` modules. */
  readonly hasNode: boolean;
}

/** A part of the project with its own import rights. */
export type Layer = keyof typeof layers;

/** Names of all layers. */
export const layerNames = Object.keys(layers) as Layer[];

/** Layers that are divided into features: one folder per feature, imported through its `index.ts`. */
export const featureLayers: ReadonlySet<Layer> = new Set(['server', 'web']);

/** Folders whose files all features of the layer may import directly. */
export const openFolders: ReadonlySet<string> = new Set([
  'src/server/http',
  'src/server/config',
  'src/server/db',
  'src/server/disk',
  'src/server/ports',
  'src/server/outbox',
  'src/server/mail',
  'src/server/markdown',
  'src/server/pdf',
  'src/server/secrets',
  'src/web/ui',
  'src/web/layout',
]);

/** Folders outside `test/` that only tests use. */
export const testFolders: readonly string[] = ['sandbox/testing/'];

/** Files that assemble the app: they import every feature, so no feature may import them. */
export const composingFiles: readonly RegExp[] = [
  /^src\/server\/(main|serve|app)\.ts$/,
  /^src\/web\/(main|app|router|routes|admin-pages|link-pages|entry[a-z-]*)\.tsx?$/,
];

/** For each payment provider's packages, the only folder that may import them. */
export const providerPackages: readonly ProviderPackages[] = [
  { packages: /^stripe($|\/)/, folder: 'src/server/payments/stripe/' },
  { packages: /^@paypal\/(?!paypal-js)/, folder: 'src/server/payments/paypal/' },
  { packages: /^@paypal\/paypal-js/, folder: 'src/web/paypal-checkout/' }, // the types of PayPal's script
];

interface ProviderPackages {
  readonly packages: RegExp;
  readonly folder: string;
}

/** Names that say nothing about the content. */
export const meaninglessNames: ReadonlySet<string> = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'misc',
  'lib',
  'shared',
]);

/** Folders that may load a module whose name is known only at run time: built emails and pages. */
export const computedImportFolders: readonly string[] = ['src/server/mail/', 'src/server/http/rendering/'];

/** The most lines that a file may have. */
export const fileLinesMax = 300;
