import { tellRows, type ToldRow } from './told-row.ts'

/** The parts of an import that did not map, with their remedies, by code. A page in another language has its own sentences. */
export const REPORT_SENTENCES = {
  broken: {
    what: 'This file cannot be read: {reason}',
    remedy: 'Repair the file, or leave it out, then import again.',
  },
  brokenJson: {
    what: 'This file is broken JSON at line {line}, column {column}.',
    remedy: 'Repair the file, or leave it out, then import again.',
  },
  renamed: {
    what: '{title} is imported as {name}: its name is in use.',
    remedy: 'Rename it if you like; references inside the import use the new name.',
  },
  member: {
    what: '{key} of {name} has no counterpart.',
    remedy: 'Say it in the text or the config of the Idea, if it matters.',
  },
  hostTools: {
    what: '{name} uses tools of {program}: {tools}.',
    remedy: 'Add Tools for them: an Activity, an HTTP request or an MCP server does the work.',
  },
  mcpTools: {
    what: '{name} uses tools of MCP servers: {tools}.',
    remedy: 'Name the servers in mcp.json, approve them, then drag these tools onto the Idea.',
  },
  modelAlias: {
    what: '{name} asks for the model {model}, a short name of {program}.',
    remedy: 'Choose a model for the Idea; it uses the default model until then.',
  },
  inPrompt: {
    what: 'The text of {name} includes {what}, which {program} inserts.',
    remedy: 'Add a Tool that returns it, or a member of the input that holds it.',
  },
  secret: {
    what: 'The value of {key} was not copied: it is a key or refers to one.',
    remedy: 'Save it as the secret {secret} in the page, or set an environment variable of that name.',
  },
  keyInArguments: {
    what: '{name} takes a key in {place}, where no secret is inserted: its value was not copied.',
    remedy: 'Pass it in env or headers as secret://NAME.',
  },
  agentElsewhere: {
    what: 'The agent {name} of the task {task} is not among these files.',
    remedy: 'Import agents.yaml together with tasks.yaml, or write who does the task into the Idea.',
  },
  taskUnassigned: {
    what: 'The task {name} names no agent.',
    remedy: 'Add agent: NAME to the task and import again, or copy the text of its agent into the Idea.',
  },
  computed: {
    what: '{key} of {name} is computed, and code is not run here.',
    remedy: 'Write it in the Idea.',
  },
  toolCode: {
    what: 'The code of the tool {name} was not copied.',
    remedy: 'Write an Activity of that name. Until then the model answers the Tool.',
  },
  toolUnknown: {
    what: '{name} uses {tool}, which this file does not declare in a form that can be read.',
    remedy: 'Add a Tool for it to the Idea.',
  },
  agentUnknown: {
    what: '{name} hands over to {agent}, which this file does not declare.',
    remedy: 'Draw an edge to the Idea that takes over.',
  },
  handoffBack: {
    what: '{name} hands back to {agent}, which became no Tool.',
    remedy: 'Nothing to do: the result of a module returns to its caller.',
  },
  loop: {
    what: 'A loop runs here as code.',
    remedy: 'Say in the text when to stop; an Idea repeats its turns until it has an output.',
  },
  approvalStep: {
    what: 'The program asks a person here.',
    remedy: 'Set "Needs approval" on the Tool whose Calls a person should see.',
  },
  graphElsewhere: {
    what: 'The graph {name} is in {file}, which is not among these files or is not Python.',
    remedy: 'Import the folder that holds both files.',
  },
  humanInput: {
    what: 'CrewAI asks a person to review the result of {name}; here a person decides before a Call runs.',
    remedy:
      'Set "Needs approval" on the Tool {tool}, or on the Tool of the next task, so that a person looks before it runs.',
  },
  order: {
    what: 'The program of {name} decides in code which agent runs when.',
    remedy: 'The text of the Idea says the order and the conditions that could be read. Compare it with the code.',
  },
  toolOfHost: {
    what: 'The work of the tool {name} ({type}) is done by {program}.',
    remedy:
      'Give the Tool an Activity: code, an HTTP request or a tool of an MCP server. Until then the model answers it.',
  },
  workflowElsewhere: {
    what: 'The tool {name} calls the workflow {workflow}, which holds no agent in these files.',
    remedy: 'Import that workflow together with this one, or give the Tool an Activity.',
  },
  httpUnread: {
    what: 'The request of {name} was left out: {reason}.',
    remedy: 'Write it as an HTTP Activity with a fixed host.',
  },
  httpPart: {
    what: 'A part of the request of {name} was left out: {part}.',
    remedy: 'Complete the request under activities.http of ensemble.json.',
  },
  allowHost: {
    what: 'The Activity {name} sends to {host}.',
    remedy: 'Allow {host} under egress.hosts of ensemble.json, if you trust it.',
  },
  credential: {
    what: 'The credentials of {name} are not in the export.',
    remedy: 'Name a secret in its headers, such as "authorization": "Bearer secret://NAME", and save the secret.',
  },
  expression: {
    what: 'An expression in {name} is computed: {expression}',
    remedy: 'It became the member {member} of the input. Pass the value there.',
  },
  memory: {
    what: 'The memory {name} has no counterpart: a Run keeps its own messages.',
    remedy: 'Continue a finished Run to talk on.',
  },
  trigger: {
    what: 'The trigger {name} has no counterpart.',
    remedy: 'Start Runs from the page, the terminal or POST /api/runs.',
  },
  step: {
    what: 'The step {name} ({type}) is work of {program} around the agents.',
    remedy: 'Make it a Tool with an Activity, if the agent should decide about it.',
  },
  pinned: {
    what: 'The pinned data of {name} isn’t a recorded Run, so it did not become a case.',
    remedy: 'Run the Idea with it as input, then keep the Run as a case.',
  },
  tests: {
    what: 'The tests of {name} aren’t recorded Runs, so they did not become cases.',
    remedy: 'Run the Idea with their inputs, then keep the Runs as cases.',
  },
  schemaUnread: {
    what: 'The schema of {name} was left out: {reason}',
    remedy: 'Write the schema in the Idea.',
  },
  serverMember: {
    what: '{key} of the server {name} has no counterpart.',
    remedy: 'Look at docs/mcp.md for the members that a server has.',
  },
  serverUnread: {
    what: 'The server {name} has neither a command nor an address.',
    remedy: 'Add one in the source, then import again.',
  },
  serverOldTransport: {
    what: 'The server {name} uses the old SSE transport.',
    remedy: 'Enter the address of its streamable HTTP endpoint in mcp.json.',
  },
  operationsToChoose: {
    what: '{count} operations are too many to import at once. Tags: {tags}.',
    remedy: 'Choose some: by tag, path, name or words, as --only issues,/repos/{repo}/pulls in the terminal.',
  },
  operationUnknown: {
    what: 'No operation matches {term}.',
    remedy: 'Choose by a tag, a path such as /orders, the name of an operation or words of its summary.',
  },
  operationsCut: {
    what: 'Long schemas were shortened: {names}.',
    remedy: 'Compare them with the document, if a Tool needs the part that is missing.',
  },
  oldOpenApi: {
    what: 'This is OpenAPI {version}, and 3.0 to 3.2 are read.',
    remedy: 'Convert it to OpenAPI 3 first.',
  },
  referenceUnread: {
    what: '{reference} is not among these files, so any value is allowed there.',
    remedy: 'Import the folder that holds both files. Addresses on the web are not read.',
  },
  messagePart: {
    what: '{count} parts of messages aren’t text: {kind}.',
    remedy: 'Look at them in the other program.',
  },
  stepsLeft: {
    what: '{count} steps are neither an answer of a model nor a tool: {names}.',
    remedy: 'Nothing to do: the Run shows what models were asked, what they answered and what tools gave.',
  },
  conversationsJoined: {
    what: '{count} conversations follow each other in one Run.',
    remedy: 'Import each in its own file, if they do not belong together.',
  },
  keysRemoved: {
    what: '{count} keys in the texts were replaced by [key].',
    remedy: 'Revoke them if others may have seen the file.',
  },
  numbersRounded: {
    what: '{count} numbers have more digits than a number can hold here: {numbers}.',
    remedy: 'They were rounded. Compare them with the file; programs write such ids as texts.',
  },
  idsRepeated: {
    what: '{count} ids belong to more than one call: {ids}.',
    remedy: 'Each result went to the latest call before it that had none. Compare them with the other program.',
  },
  timesLeft: {
    what: '{count} times in this recording aren’t dates.',
    remedy: 'Their steps have the time of the step before, or of the import.',
  },
  resultsMissing: {
    what: 'No result was recorded of calls of {tools}.',
    remedy: 'They are shown as failed.',
  },
  approveServer: {
    what: 'The server {name} is named in mcp.json, and its tools are unknown until it starts.',
    remedy: 'Run ensemble mcp approve {name}, then drag its tools onto an Idea.',
  },
  approveServerFor: {
    what: 'The server {name} is named in mcp.json for {agent}, and its tools are unknown until it starts.',
    remedy: 'Run ensemble mcp approve {name}, then drag its tools onto the Idea.',
  },
} as const satisfies { readonly [code: string]: { readonly what: string; readonly remedy: string } }

export type ReportCode = keyof typeof REPORT_SENTENCES

/** A part that did not map: its place in the source, what it is, and what to do about it. */
export type ReportRow = ToldRow<ReportCode>

export const reportRow = tellRows<ReportCode>(REPORT_SENTENCES)
