// A small knowledge base to try the kb tools on. Everybody in it is made up.

const ENTITIES = [
  {
    id: 'person:mara-lindqvist',
    type: 'person',
    name: 'Mara Lindqvist',
    summary: 'AI researcher who studies how language models plan and use tools.',
    tags: ['ai', 'language models', 'agents', 'planning'],
    links: ['lab:northlight', 'project:workbench'],
    source: 'https://kb.example/people/mara-lindqvist',
  },
  {
    id: 'person:tomas-okafor',
    type: 'person',
    name: 'Tomás Okafor',
    summary: 'Roboticist who builds hands that can feel what they hold.',
    tags: ['robotics', 'touch', 'hardware'],
    links: ['lab:tidewater-robotics', 'project:soft-grip'],
    source: 'https://kb.example/people/tomas-okafor',
  },
  {
    id: 'person:ines-haddad',
    type: 'person',
    name: 'Inès Haddad',
    summary: 'Computational linguist; collects and models languages that have few speakers.',
    tags: ['linguistics', 'language models', 'speech'],
    links: ['lab:northlight', 'project:small-tongues'],
    source: 'https://kb.example/people/ines-haddad',
  },
  {
    id: 'person:yuki-brandt',
    type: 'person',
    name: 'Yuki Brandt',
    summary: 'Designs voice interfaces for people who cannot look at a screen.',
    tags: ['voice', 'accessibility', 'design'],
    links: ['lab:open-ear', 'project:listening-room'],
    source: 'https://kb.example/people/yuki-brandt',
  },
  {
    id: 'person:dev-castellano',
    type: 'person',
    name: 'Dev Castellano',
    summary: 'Security engineer who breaks sandboxes so that others can mend them.',
    tags: ['security', 'sandboxing', 'agents'],
    links: ['lab:northlight', 'project:workbench'],
    source: 'https://kb.example/people/dev-castellano',
  },
  {
    id: 'lab:northlight',
    type: 'lab',
    name: 'Northlight Lab',
    summary: 'Research lab in Uppsala for language models, agents and their safety.',
    tags: ['ai', 'language models', 'agents', 'safety', 'sweden'],
    links: ['person:mara-lindqvist', 'person:ines-haddad', 'person:dev-castellano'],
    source: 'https://kb.example/labs/northlight',
  },
  {
    id: 'lab:tidewater-robotics',
    type: 'lab',
    name: 'Tidewater Robotics',
    summary: 'Robotics lab in California; manipulation, touch and machines that swim.',
    tags: ['robotics', 'california', 'touch'],
    links: ['person:tomas-okafor', 'project:soft-grip'],
    source: 'https://kb.example/labs/tidewater-robotics',
  },
  {
    id: 'lab:open-ear',
    type: 'lab',
    name: 'Open Ear Studio',
    summary: 'A studio for voice and sound interfaces, open to the public on Fridays.',
    tags: ['voice', 'sound', 'design'],
    links: ['person:yuki-brandt', 'project:listening-room'],
    source: 'https://kb.example/labs/open-ear',
  },
  {
    id: 'project:workbench',
    type: 'project',
    name: 'Workbench',
    summary: 'A test bed for agents: tools that fail on purpose, and a record of what happened.',
    tags: ['agents', 'tools', 'evaluation'],
    links: ['person:mara-lindqvist', 'person:dev-castellano', 'lab:northlight'],
    source: 'https://kb.example/projects/workbench',
  },
  {
    id: 'project:soft-grip',
    type: 'project',
    name: 'Soft Grip',
    summary: 'A robot hand that picks ripe fruit without a mark.',
    tags: ['robotics', 'touch', 'farming'],
    links: ['person:tomas-okafor', 'lab:tidewater-robotics'],
    source: 'https://kb.example/projects/soft-grip',
  },
  {
    id: 'project:small-tongues',
    type: 'project',
    name: 'Small Tongues',
    summary: 'Speech recognition for twelve languages with fewer than ten thousand speakers.',
    tags: ['speech', 'linguistics', 'language models'],
    links: ['person:ines-haddad', 'lab:northlight'],
    source: 'https://kb.example/projects/small-tongues',
  },
  {
    id: 'project:listening-room',
    type: 'project',
    name: 'The Listening Room',
    summary: 'An installation that answers in sound alone.',
    tags: ['voice', 'sound', 'art'],
    links: ['person:yuki-brandt', 'lab:open-ear'],
    source: 'https://kb.example/projects/listening-room',
  },
];

const NOISE = new Set('a about an and are at by for from in is of on or that the to what where who with work working'.split(' '));

const plain = (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();

// Words, without their endings: `robots` and `robotics` both start with `robot`.
const stems = (text) =>
  (plain(text).match(/[a-z0-9]+/g) ?? [])
    .filter((word) => !NOISE.has(word))
    .map((word) => word.replace(/(ics|ers|er|ists|ist|ing|s)$/, '') || word);

const INDEX = ENTITIES.map((entity) => ({
  entity,
  fields: [
    [3, new Set(stems(`${entity.name} ${entity.type}`))],
    [2, new Set(stems(entity.tags.join(' ')))],
    [1, new Set(stems(entity.summary))],
  ],
}));

/** The entities that fit a query best, with a score from 0 to 1. */
export function search(query, limit) {
  const wanted = [...new Set(stems(query))];
  if (wanted.length === 0) return [];
  const most = wanted.length * 6;
  return INDEX.map(({ entity, fields }) => {
    const hits = wanted.map((stem) =>
      fields.reduce((sum, [weight, words]) => sum + (words.has(stem) ? weight : 0), 0),
    );
    return { entity, score: hits.reduce((sum, hit) => sum + hit, 0) / most };
  })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.entity.id < b.entity.id ? -1 : 1))
    .slice(0, limit)
    .map(({ entity, score }) => ({ ...entity, score: Math.round(score * 100) / 100 }));
}

/** One entity, or undefined. */
export function get(id) {
  return ENTITIES.find((entity) => entity.id === id);
}

/** The ids that look most like a wrong one. */
export function nearest(id, limit) {
  const wanted = new Set(stems(id));
  return ENTITIES.map((entity) => ({
    id: entity.id,
    shared: stems(`${entity.id} ${entity.name}`).filter((stem) => wanted.has(stem)).length,
  }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared || (a.id < b.id ? -1 : 1))
    .slice(0, limit)
    .map(({ id: near }) => near);
}
