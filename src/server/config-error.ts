/** A refusal to start: its message is one clear sentence for the person who starts the product. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
