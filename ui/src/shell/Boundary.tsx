// What breaks in a view stays in the view.

import { Component, type ReactNode } from 'react';
import { Page } from '../parts/Page';

type Props = { children: ReactNode };

export class Boundary extends Component<Props, { broke: Error | undefined }> {
  override state = { broke: undefined as Error | undefined };

  static getDerivedStateFromError(broke: Error) {
    return { broke };
  }

  override render() {
    if (!this.state.broke) return this.props.children;
    return (
      <Page title="This view broke">
        <div className="notice bad stack tight" role="alert">
          <p>
            <strong>{this.state.broke.message}</strong>
          </p>
          <p>This is a defect of the page. Nothing was changed on the server by it.</p>
          <p>
            <button type="button" className="button" onClick={() => location.reload()}>
              Load the page again
            </button>
          </p>
        </div>
      </Page>
    );
  }
}
