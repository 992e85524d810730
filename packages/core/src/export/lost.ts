import { tellRows, type ToldRow } from '../import/told-row.ts'

/** The parts of a graph that another program cannot say, with their remedies, by code. A page in another language has its own sentences. */
export const EXPORT_SENTENCES = {
  activityCode: {
    what: 'The code of the Activity {name} is not in this file.',
    remedy: 'Write it in "activities"; until then a call of it fails.',
  },
  serverTool: {
    what: '{name} is a tool of the MCP server {server}.',
    remedy: 'Connect the server there, or call it in "activities".',
  },
  latentTool: {
    what: 'The model itself answers {tool}: there its answer is the parameter "output" of the call.',
    remedy: 'Nothing to do, unless code should do the work.',
  },
  weights: {
    what: 'Weights choose who does the work of {tool}.',
    remedy: 'The file has the heaviest choice.',
  },
  moduleElsewhere: {
    what: '{tool} leads to {module}, which is not an Idea of this workspace.',
    remedy: 'Write what it does in "activities".',
  },
  moduleAnonymous: {
    what: '{tool} has its own empty context and no Idea.',
    remedy: 'The model answers it in its call instead.',
  },
  moduleChoice: {
    what: 'A call of {tool} chooses among {count} Ideas.',
    remedy: 'The file has one tool for each.',
  },
  cycle: {
    what: '{idea} leads back to {module}, which calls it.',
    remedy: 'The tool {tool} starts it again. Set a limit for how deep that may go.',
  },
  approvalWhen: {
    what: '{tool} asks a person only if its parameters fit a schema.',
    remedy: 'There it asks for each call. Write the condition in code.',
  },
  approvalInside: {
    what: '{tool} of {idea} needs approval, and a module cannot ask a person there.',
    remedy: 'A call of it ends the module with an error. Call the agent {idea} itself to approve it.',
  },
  approvalByHost: {
    what: '{tools} need approval.',
    remedy: 'A client that supports elicitation asks its person; otherwise the run waits in the page of Ensemble.',
  },
  approvalByRoute: {
    what: '{tools} need approval: the answer is 202, and the run waits.',
    remedy: 'Decide in the page, or with the routes for approvals that /api/openapi.json describes.',
  },
  imports: {
    what: '{tool} lets its module see {parts} of its caller; there the module sees only the parameters.',
    remedy: 'Add parameters for the parts that it needs.',
  },
  references: {
    what: '{idea} passes values by reference ({places}); there they pass through the model.',
    remedy: 'Change the texts that mention them, or pass large values in code.',
  },
  state: {
    what: 'The state of {idea} has no counterpart.',
    remedy: 'Keep it in code, if the work needs it.',
  },
  instances: {
    what: 'The instances of {idea} share one context there.',
    remedy: 'Call the agent once for each.',
  },
  files: {
    what: 'A file in the context of {idea} is not in this export.',
    remedy: 'Add it to the message that you send.',
  },
  roles: {
    what: 'Example messages of {idea} are written into its instructions.',
    remedy: 'Nothing to do.',
  },
  inputUnchecked: {
    what: 'The input of {idea} is sent as JSON in a message and is not checked.',
    remedy: 'Check it in code before the call.',
  },
  limits: {
    what: 'These limits of {idea} have no counterpart: {limits}.',
    remedy: 'Set a timeout and a budget in the code around it.',
  },
  settings: {
    what: 'These settings of {idea} have no counterpart: {settings}.',
    remedy: 'Look for them in the options of the model that you use.',
  },
  endpoint: {
    what: '{idea} asks {model}, with the name of an endpoint before the model.',
    remedy: 'Choose the provider and its model there.',
  },
  renamedTool: {
    what: '{tool} is called {name} there.',
    remedy: 'Nothing to do, unless a text mentions the tool.',
  },
  idempotent: {
    what: '{tools} must not run twice; there nothing keeps a crash from repeating them.',
    remedy: 'Make the calls idempotent in code.',
  },
  outputWrapped: {
    what: 'The output of {idea} isn’t an object: there it becomes the member "output" of one.',
    remedy: 'Nothing to do: the function that runs it unwraps it.',
  },
  resultUnchecked: {
    what: 'Results of {tools} are not checked against their schemas.',
    remedy: 'The types in the file describe them. Check them in code.',
  },
  noJournal: {
    what: 'Journals, replay and forks of runs have no counterpart.',
    remedy: 'Use the tracing of {program}.',
  },
  noInput: {
    what: '{idea} has no input schema, so it is not a tool of the server.',
    remedy: 'Give the Idea an input.',
  },
  wholeWorkspace: {
    what: 'The server offers every Idea with an input: {ideas}.',
    remedy: 'Let the client allow only {idea}.',
  },
} as const satisfies { readonly [code: string]: { readonly what: string; readonly remedy: string } }

export type ExportCode = keyof typeof EXPORT_SENTENCES

/** A part of a graph that the other program cannot say, by its place in the workspace. */
export type ExportRow = ToldRow<ExportCode>

export const exportRow = tellRows<ExportCode>(EXPORT_SENTENCES)

/** Names in a sentence; of many, the first ones. */
export const listed = (names: readonly string[]): string => {
  const all = [...new Set(names)]
  return all.length <= MOST_LISTED
    ? all.join(', ')
    : `${all.slice(0, MOST_LISTED).join(', ')} and ${all.length - MOST_LISTED} more`
}
const MOST_LISTED = 8
