// Where a conversation begins: with whom, in which mode, and the first words.

import { useEffect, useState } from 'react';
import { allAgents } from '../../api/lists';
import { useDo } from '../../hooks/useDo';
import { useLoad } from '../../hooks/useLoad';
import { ErrorNote } from '../../parts/ErrorNote';
import { Needs } from '../../parts/Needs';
import { Talker, type Mode } from '../../parts/Talker';
import { navigate, path, useQuery } from '../../router';
import { Composer } from './Composer';
import { ideasFor } from './ideas';
import { start } from './start';

export function NewTalk() {
  const [query, change] = useQuery();
  const agents = useLoad(allAgents, []);
  const [mode, setMode] = useState<Mode>('text');
  const agent = query.get('agent') ?? '';
  const doing = useDo();
  useEffect(() => {
    document.title = 'New conversation · Toolcrib';
  }, []);
  const primary = agents.data?.find((one) => one.is_primary);
  const others = (agents.data ?? []).filter((one) => one.enabled && !one.is_primary);
  const say = (message: string) =>
    doing.run(async () => {
      const session = await start(agent, mode, message);
      navigate(path('chat', session));
    });
  const ideas = ideasFor(agent || primary?.id);
  return (
    <section className="talk new" aria-label="New conversation">
      <div className="talk-start stack">
        <div className="stack tight">
          <h1>Talk to an agent</h1>
          <p className="quiet">It calls the tools that it was given, and hands work to other agents. You see each call as it is made.</p>
        </div>
        <Talker
          label="Agent"
          agent={agent}
          agents={[
            ['', primary ? `${primary.name} (primary)` : 'The primary agent'],
            ...others.map(({ id, name }) => [id, name] as const),
          ]}
          onAgent={(value) => change({ agent: value })}
          mode={mode}
          onMode={setMode}
        />
        <ErrorNote error={doing.error ?? agents.error} />
        <Needs scope="call">
          <Composer busy={doing.busy} onSay={say} />
          {ideas.length > 0 && (
            <div className="row" role="group" aria-label="Suggestions">
              {ideas.map((idea) => (
                <button key={idea} type="button" className="button slim" disabled={doing.busy} onClick={() => void say(idea)}>
                  {idea}
                </button>
              ))}
            </div>
          )}
        </Needs>
      </div>
    </section>
  );
}
