import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  /** Stands in place of what is broken. */
  readonly broken: ReactNode;
  /** What is inside by its name, such as a page by its path: another one gets another try. */
  readonly name?: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly isBroken: boolean;
  readonly name: string | undefined;
}

/**
 * Catches what breaks or cannot be loaded inside; all around it stays. It is not keyed by the name: that would tear the old
 * content down before the new one is there.
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
