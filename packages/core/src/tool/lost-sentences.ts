import type { Lost } from './conversion.ts'

/** What a program or a list of agents could not give, by code. A page in another language fills its own sentence. */
export const LOST_SENTENCES = {
  computedName: 'The name of this Tool is computed, and code is not run here.',
  computedSchema: 'The schema of {name} is computed, and code is not run here.',
  computedDescription: 'The description of {name} is computed, and code is not run here.',
  computedAgent: 'An agent has a computed {key}, and code is not run here, so the agent is left out.',
  badName: "{name} can't be the name of a Tool: a letter from a to z, then letters, digits, _ and -.",
  schemaElsewhere: 'The parameters of {name} are not in this text. Paste the type of its input too.',
  optionUnread: '{option} of {name} has no place in a Tool.',
  fieldElsewhere: 'The type of {field} is not in this text, so it accepts any value.',
  fieldRecursive: '{type} holds itself, so {field} accepts any value.',
  embeddedElsewhere: 'The fields of {type} are not in this text, so they are left out.',
  tagUnread: '{key} in the tag of {field} has no place in a schema.',
  programTooLong: 'Programs are read up to {most} characters. Paste the part that declares the tools.',
  goWithoutTools:
    'This is Go code without a tool that can be read: import struct types with json tags, literals of tools, or the JSON that json.Marshal prints of them.',
  goBroken: 'This is Go code that is cut or broken here.',
  scriptBroken: 'This is JavaScript that is cut or broken, so its tools cannot be read. Paste the whole statement.',
  scriptWithoutTools:
    'This is JavaScript without a tool that can be read: import calls of Tool.register, literals of tools, or their JSON.',
  agentUnnamed: 'An agent without a name cannot become an Idea. Give it a name.',
  agentRenamed: 'The name {name} became {file}: the name of an Idea is a letter, then letters, digits, _ and -.',
  agentTwice: 'Two agents are named {name}, without regard to case. Give each its own name.',
  agentMember: '{key} of the agent {name} has no place in an Idea.',
  agentHandoff: 'The agent {name} hands over to {to}. Draw an edge between the two Ideas and choose what it imports.',
  agentToolUnread: 'A tool of the agent {name} is in no format that is known here.',
  agentToolElsewhere:
    'The agent {name} uses the tool {tool}, whose schema is not in this text. Import it, and add it to the Idea.',
} as const

export type LostCode = keyof typeof LOST_SENTENCES

export const lostOf = (code: LostCode, path: string, values: { readonly [name: string]: string } = {}): Lost => ({
  path,
  what: LOST_SENTENCES[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
  told: { code, values },
})
