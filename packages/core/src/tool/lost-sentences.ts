import type { Lost } from './conversion.ts'

/** Why a text, a program or a list of agents gives less than it holds, by code. A page in another language has its own. */
export const LOST_SENTENCES = {
  notGuessed:
    'This JSON has no tools in a format that is known here, and what its values mean is not guessed. To make one Tool whose parameters have the types of these values, choose the format example (--format example).',
  noText: 'This text contains no Tools.',
  notJson: 'This is not JSON.',
  yaml: 'This is an OpenAPI document in YAML; only JSON is read here. Import it as a file, or convert it to JSON first.',
  cutJson: 'This is JSON that is cut or broken: a bracket is not closed.',
  mcpServers:
    'This names MCP servers, not Tools: kept as mcp.json in the workspace, it gives every Idea the Tools of its servers.',
  isIdea:
    'This is an Idea, not a Tool: kept in the folder ideas/ of the workspace, it is there under the name of its file.',
  isSettings: 'These are the settings of a workspace, not Tools: its folder, packed as a zip archive, can be imported.',
  noNames: 'There is no Tool in this text: it has no names that could become parameters.',
  neither: 'There is no Tool in this text: it is neither JSON nor a type.',
  otherProgram: 'This is {name}, not a list of Tools. docs/import lists the programs whose files can be imported.',
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
  openapiCallbacks: "The callbacks of {name} are the Activity's matter.",
  openapiHeader: 'The header {name} is set by the HTTP Activity or its secrets, not by the model.',
  openapiHeaderName: '"{name}" is not a name that a header or cookie can have; this parameter is left out.',
  openapiHost: 'Allow {host} under egress.hosts before it can be reached.',
  openapiKey: 'Give the key as secret://{secret}: the document says only that there is one.',
  openapiKeyKind: '{name} is a kind of key that the HTTP Activity does not send.',
  openapiKeyword: '{keyword} has no place in JSON Schema.',
  openapiMedia: '{type} isn’t JSON.',
  openapiMethod: '{name} has no HTTP Activity: {method} is not sent.',
  openapiNoServer: '{name} has no HTTP Activity: the document names no server for it.',
  openapiServer: '{name} has no HTTP Activity: its server {url} is not an http or https address with a host.',
  openapiReference: '{reference} is not in this text; any value is allowed.',
  openapiStatus: 'The answer {status} is an error of the Activity.',
} as const

export type LostCode = keyof typeof LOST_SENTENCES

export const lostOf = (code: LostCode, path: string, values: { readonly [name: string]: string } = {}): Lost => ({
  path,
  what: LOST_SENTENCES[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
  told: { code, values },
})
