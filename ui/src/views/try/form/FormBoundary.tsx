import { Component, type ReactNode } from 'react';

/** A schema that the form's library breaks on can still be called with JSON. */
export class FormBoundary extends Component<{ children: ReactNode }, { broke: boolean }> {
  override state = { broke: false };

  static getDerivedStateFromError() {
    return { broke: true };
  }

  override render() {
    if (!this.state.broke) return this.props.children;
    return (
      <p className="notice wait" role="alert">
        No form can be made from these parameters. Switch to JSON above, and the tool can be called as ever.
      </p>
    );
  }
}
