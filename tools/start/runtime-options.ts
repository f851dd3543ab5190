/**
 * Node options of our servers. V8's young generation can grow beyond 100 MB, which gains nothing here: 16 MB keep memory under
 * load close to what the product uses (`npm run bench`).
 */
export const runtimeOptions = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16'] as const;
