import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  /** Shown instead of the broken content. */
  readonly broken: ReactNode;
  /** Identifies the content, for example the path of a page. A new name clears the error. */
  readonly name?: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly isBroken: boolean;
  readonly name: string | undefined;
}

/**
 * Catches errors while its content loads or renders; everything around it stays. It is not keyed by the name: a new key would
 * remove the old content before the new content is ready.
 */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { isBroken: false, name: this.props.name };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { isBroken: true };
  }

  static getDerivedStateFromProps({ name }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return name === state.name ? null : { isBroken: false, name };
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.broken : this.props.children;
  }
}
