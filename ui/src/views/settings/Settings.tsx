// What this browser uses, how the server is, and who else may come in.

import { Page } from '../../parts/Page';
import { Segments } from '../../parts/Segments';
import { Link } from '../../router';
import { choose, useTheme } from '../../shell/theme';
import { AccessForm } from '../../shell/AccessForm';
import { KeyInUse } from './KeyInUse';
import { Health } from './Health';
import { Keys } from './Keys';
import { Sources } from './Sources';

export default function Settings() {
  const theme = useTheme();
  return (
    <Page title="Settings">
      <div className="stack">
        <div className="split">
          <div className="stack">
            <AccessForm />
            <KeyInUse />
          </div>
          <div className="stack">
            <Health />
            <section className="card stack tight">
              <h2>Theme</h2>
              <Segments
                label="Theme"
                value={theme}
                onChange={choose}
                options={[
                  ['system', 'System'],
                  ['light', 'Light'],
                  ['dark', 'Dark'],
                ]}
              />
            </section>
            <section className="card stack tight">
              <h2>First minute</h2>
              <p className="quiet">A short tour that calls a tool and shows its record.</p>
              <p>
                <Link className="button" href="/welcome">
                  Start the tour
                </Link>
              </p>
            </section>
          </div>
        </div>
        <Keys />
        <Sources />
      </div>
    </Page>
  );
}
