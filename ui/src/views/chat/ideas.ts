// What can be asked of the sample agents, which have answers to it without any model.

const IDEAS: Record<string, string[]> = {
  assistant: ['What is the weather in Tokyo?', 'What is 6 times 7?', 'Write a function that reverses a text'],
  web_search: ['What is the weather in Tokyo?'],
  code_gen: ['Write a function that reverses a text'],
};

/** Nothing for an agent that is nobody's sample. */
export function ideasFor(agent: string | undefined): string[] {
  return (agent && IDEAS[agent]) || [];
}
