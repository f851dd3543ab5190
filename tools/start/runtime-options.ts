/**
 * How Node runs our servers. Its young generation may grow to over 100 MB where the machine has room, which buys nothing
 * here: 16 MB keep the memory under load near what the product holds (npm run bench).
 */
export const runtimeOptions = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16'] as const;
