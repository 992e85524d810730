// Made from /api/openapi.json by `npm run docs`; a test holds it to the routes.
import type { Config, Graph, JournalEvent, Json, JsonObject, OpenApproval, Problem, Profile, Run } from '@ensemble/core'
import type { CallError, CallVerdict, Capabilities, PriceTable } from '@ensemble/core/model'
import type { Usage } from '@ensemble/core/journal'
import type { AgainAnswer, BlastRadius, ReplayReport } from '@ensemble/core/run'
import type { Finding } from '@ensemble/core/host'
import type {
  CaseChange,
  Expectation,
  ExperimentCell,
  Interval,
  JudgedExpectation,
  VariantComparison,
  VariantSummary,
} from '@ensemble/core/trace'

export interface components {
  schemas: {
    /** Whether the server is up, and what it serves */
    readonly 'GET /api/health': {
      readonly answer: {
        readonly status: 'ok'
        readonly version: string
        readonly model?: string
        readonly profile?: string
        readonly workspace?: string
        /** The folder cannot be written: nothing runs or changes */
        readonly readOnly?: boolean
      }
    }
    /** A cookie for a page of this server; asked again after a restart */
    readonly 'GET /api/session': {
      readonly answer: {
        readonly version: string
        /** Of the page that this server has now */
        readonly build?: string
        /** Of the workspace, as the list has it */
        readonly name: string
        /** Why the workspace of this address could not be opened */
        readonly refused?: {
          readonly code: string
          readonly detail: string
          /** where another process has it open */
          readonly url?: string
        }
        /** Severities of lint rules that the workspace changed, by code */
        readonly lint: Record<string, unknown>
      }
    }
    /** Whether a new run would be recorded: database, disk space, workspace */
    readonly 'GET /api/ready': {
      readonly answer: {
        readonly ready: boolean
        /** Only for callers with more rights */
        readonly checks?: {
          /** why it fails; null if it passes */
          readonly database: string | null
          /** why it fails; null if it passes */
          readonly disk: string | null
          /** why it fails; null if it passes */
          readonly workspace: string | null
        }
      }
    }
    /** Numbers of this workspace and process in the format of Prometheus */
    readonly 'GET /metrics': Record<string, unknown>
    /** The Ideas of the workspace, with what is wrong in each */
    readonly 'GET /api/ideas': {
      readonly query: {
        /** with the text of each file */
        readonly texts?: 'all'
        /** without problems, which take longest to find */
        readonly problems?: 'none'
      }
      readonly answer: readonly {
        readonly name: string
        readonly title: string | null
        /** of the saved file; null if only a draft exists */
        readonly etag: string | null
        /** etag of the draft */
        readonly draft?: string
        /** of the saved file, if texts were requested */
        readonly text?: string
        /** what is wrong in the file; absent where problems were not asked for */
        readonly problems?: readonly components['schemas']['Problem'][]
      }[]
    }
    /** An Idea as its file has it */
    readonly 'GET /api/ideas/{name}': { readonly path: { readonly name: string }; readonly answer: unknown }
    /** Save an idea verbatim; with error problems it is kept as a draft */
    readonly 'PUT /api/ideas/{name}': {
      readonly path: { readonly name: string }
      readonly body: unknown
      readonly answer: {
        /** of the saved text */
        readonly etag: string | null
        /** etag of the draft, where the text has error problems */
        readonly draft?: string
        readonly problems: readonly components['schemas']['Problem'][]
      }
    }
    /** Delete an idea */
    readonly 'DELETE /api/ideas/{name}': { readonly path: { readonly name: string } }
    /** The shared Tools of the workspace */
    readonly 'GET /api/tools': {
      readonly query: {
        /** with the text of each file */
        readonly texts?: 'all'
        /** without problems, which take longest to find */
        readonly problems?: 'none'
      }
      readonly answer: readonly {
        readonly name: string
        readonly title: string | null
        /** of the saved file; null if only a draft exists */
        readonly etag: string | null
        /** etag of the draft */
        readonly draft?: string
        /** of the saved file, if texts were requested */
        readonly text?: string
        /** what is wrong in the file; absent where problems were not asked for */
        readonly problems?: readonly components['schemas']['Problem'][]
      }[]
    }
    /** A Tool as its file has it */
    readonly 'GET /api/tools/{name}': { readonly path: { readonly name: string }; readonly answer: unknown }
    /** Save a tool verbatim; with error problems it is kept as a draft */
    readonly 'PUT /api/tools/{name}': {
      readonly path: { readonly name: string }
      readonly body: unknown
      readonly answer: {
        /** of the saved text */
        readonly etag: string | null
        /** etag of the draft, where the text has error problems */
        readonly draft?: string
        readonly problems: readonly components['schemas']['Problem'][]
      }
    }
    /** Delete a tool */
    readonly 'DELETE /api/tools/{name}': { readonly path: { readonly name: string } }
    /** Calls of a Tool in the newest runs, without those that were refused; 16 MB at most */
    readonly 'GET /api/tools/{name}/calls': {
      readonly path: { readonly name: string }
      readonly query: {
        /** only Calls that this Idea made */
        readonly idea?: string
        /** only Calls that a language model made */
        readonly byModel?: boolean
        readonly limit?: number
      }
      readonly answer: {
        readonly calls: readonly {
          readonly run: string
          /** of the event that proposed it */
          readonly seq: number
          readonly span: string
          /** Format: date-time */
          readonly at: string
          /** the address of the Idea whose Request it belongs to */
          readonly idea: string
          readonly tool: string
          readonly call: components['schemas']['JsonObject']
          readonly resolved?: components['schemas']['JsonObject']
          /** how it was executed; absent where it never started */
          readonly mode?: 'latent' | 'explicit' | 'module'
          readonly result?: components['schemas']['Json']
          /** made by a language model: not simulated, tried or edited by a person */
          readonly byModel: boolean
        }[]
      }
    }
    /** Run one Tool alone: a run that makes the one Call given, in the context of its Idea */
    readonly 'POST /api/trials': {
      readonly body: {
        /** the name it is registered under */
        readonly name: string
        /** its schema as it is now, saved or not */
        readonly tool: Record<string, unknown>
        /** the Idea that holds it: its input, state and data are what a Call may see */
        readonly idea: string
        /** the one Call that is made */
        readonly call: Record<string, unknown>
        readonly input?: unknown
        readonly profile?: string
      }
      readonly answer: { readonly id: string; readonly url: string }
    }
    /** Write the stub of a Tool's Activity into the workspace, typed from its schema; never over a file */
    readonly 'POST /api/activities': {
      readonly body: {
        /** the name it is registered under */
        readonly name: string
        /** its schema as it is now, saved or not */
        readonly tool: Record<string, unknown>
      }
      readonly answer: { readonly file: string }
    }
    /** The registered Activities and where each comes from */
    readonly 'GET /api/activities': {
      readonly answer: readonly {
        readonly name: string
        /** code of the owner, a request, or sandboxed code */
        readonly kind: 'code' | 'http' | 'sandbox'
        /** where it is declared */
        readonly file?: string
        /** why sandboxed code cannot run, such as a syntax error with its line */
        readonly problem?: string
      }[]
    }
    /** The draft of a file, such as ideas/composer.json */
    readonly 'GET /api/drafts/{file}': { readonly path: { readonly file: string }; readonly answer: unknown }
    /** Keep a draft */
    readonly 'PUT /api/drafts/{file}': {
      readonly path: { readonly file: string }
      readonly body: unknown
      readonly answer: {
        readonly etag: string
        /** the file it began from */
        readonly base: string | null
      }
    }
    /** Drop a draft; the saved file stays */
    readonly 'DELETE /api/drafts/{file}': { readonly path: { readonly file: string } }
    /** The commits that changed a file, such as ideas/composer.json, the newest first */
    readonly 'GET /api/versions/{file}': {
      readonly path: { readonly file: string }
      readonly answer: {
        readonly commits: readonly {
          readonly commit: string
          /** ISO 8601 */
          readonly at: string
          readonly author: string
          readonly subject: string
        }[]
      }
    }
    /** The text of a file in a commit */
    readonly 'GET /api/commits/{commit}/{file}': {
      readonly path: { readonly commit: string; readonly file: string }
      readonly answer: { readonly text: string }
    }
    /** Where the nodes lie on the canvas; an empty object before the first write */
    readonly 'GET /api/layout': { readonly answer: Record<string, unknown> }
    /** Save verbatim: where the nodes lie on the canvas */
    readonly 'PUT /api/layout': { readonly body: unknown; readonly answer: { readonly etag: string } }
    /** Delete: where the nodes lie on the canvas; undo takes the first write back with it */
    readonly 'DELETE /api/layout': Record<string, unknown>
    /** Results that design-time runs reuse; an empty object before the first write */
    readonly 'GET /api/pins': { readonly answer: Record<string, unknown> }
    /** Save verbatim: results that design-time runs reuse */
    readonly 'PUT /api/pins': { readonly body: unknown; readonly answer: { readonly etag: string } }
    /** Delete: results that design-time runs reuse; undo takes the first write back with it */
    readonly 'DELETE /api/pins': Record<string, unknown>
    /** Settings and bindings of the workspace; an empty object before the first write */
    readonly 'GET /api/manifest': { readonly answer: Record<string, unknown> }
    /** Save verbatim: settings and bindings of the workspace */
    readonly 'PUT /api/manifest': { readonly body: unknown; readonly answer: { readonly etag: string } }
    /** The regression cases of the workspace */
    readonly 'GET /api/cases': {
      readonly answer: readonly {
        readonly name: string
        readonly etag: string
        readonly title?: string
        /** each on a path into the outcome { status, output, error?, calls: { TOOL: [{ parameters, result? … }] } } */
        readonly expect?: readonly components['schemas']['Expectation'][]
        readonly idea?: string
        readonly model?: string
        /** the id of the recorded run */
        readonly run?: string
        /** Format: date-time */
        readonly startedAt?: string
        /** why the file cannot be read */
        readonly problem?: string
      }[]
    }
    /** Keep a finished run as a case, with what is expected of it */
    readonly 'POST /api/cases': {
      readonly body: {
        readonly name: string
        /** the id of a run that has ended */
        readonly run: string
        readonly title?: string
        /** nothing changes, where left out */
        readonly expect?: readonly Record<string, unknown>[]
        /** over a case of that name */
        readonly replace?: boolean
      }
      readonly answer: { readonly name: string; readonly etag: string }
    }
    /** A case as its file has it */
    readonly 'GET /api/cases/{name}': { readonly path: { readonly name: string }; readonly answer: unknown }
    /** Save a case verbatim; with error problems it is kept as a draft */
    readonly 'PUT /api/cases/{name}': {
      readonly path: { readonly name: string }
      readonly body: unknown
      readonly answer: {
        /** of the saved text */
        readonly etag: string | null
        /** etag of the draft, where the text has error problems */
        readonly draft?: string
        readonly problems: readonly components['schemas']['Problem'][]
      }
    }
    /** Delete a case */
    readonly 'DELETE /api/cases/{name}': { readonly path: { readonly name: string } }
    /** Replay a case against the files as they are now and name the first turn that changes */
    readonly 'POST /api/cases/{name}/check': {
      readonly path: { readonly name: string }
      readonly body: {
        /** a finished run of this case; else its record is replayed */
        readonly run?: string
      }
      readonly answer: components['schemas']['CaseReport']
    }
    /** Ask the judges of a case that have not judged its record, or a run that asked again */
    readonly 'POST /api/cases/{name}/judgements': {
      readonly path: { readonly name: string }
      readonly body: {
        /** a finished run of this case; else its record is replayed */
        readonly run?: string
        /** the recorded one unless given */
        readonly model?: string
      }
      readonly answer: { readonly runs: readonly string[] }
    }
    /** Ask the model again: a run of the case with the files as they are now */
    readonly 'POST /api/cases/{name}/runs': {
      readonly path: { readonly name: string }
      readonly body: {
        /** the recorded one unless given */
        readonly model?: string
      }
      readonly answer: { readonly id: string; readonly url: string }
    }
    /** Change several files, all or none */
    readonly 'POST /api/workspace/edits': {
      readonly body: {
        readonly edits: readonly {
          /** such as ideas/composer.json */
          readonly file: string
          /** the ETag that was read; null or absent for a new file */
          readonly ifMatch?: string | null
          /** null deletes the file */
          readonly text: string | null
        }[]
      }
      readonly answer: {
        readonly files: readonly { readonly file: string; readonly etag: string | null }[]
        readonly problems: readonly components['schemas']['Problem'][]
      }
    }
    /** The files of the workspace as a zip: no runs, no secrets, nothing that begins with a dot but the layout */
    readonly 'GET /api/workspace/export': Record<string, unknown>
    /** Take the Ideas, Tools and cases of a zip: all or none, never over a file; code and settings stay out */
    readonly 'POST /api/workspace/import': {
      readonly bytes: true
      readonly answer: {
        /** written */
        readonly files: readonly string[]
        /** there already with the same bytes */
        readonly unchanged: readonly string[]
        /** not taken, and why */
        readonly left: readonly { readonly file: string; readonly why: string }[]
        readonly problems: readonly components['schemas']['Problem'][]
      }
    }
    /** The bundled workspaces that a new one can begin as */
    readonly 'GET /api/templates': {
      readonly answer: readonly {
        readonly name: string
        readonly title: string
        readonly sentence: string
        readonly idea: string
        readonly input: components['schemas']['Json']
        /** That run waits for a person */
        readonly waits: boolean
        readonly ideas: number
        readonly tools: readonly string[]
        readonly outline: components['schemas']['Outline']
      }[]
    }
    /** The Ideas and shared Tools of a template, to be put into another workspace */
    readonly 'GET /api/templates/{name}': {
      readonly path: { readonly name: string }
      readonly answer: {
        readonly idea: string
        readonly ideas: { readonly [key: string]: components['schemas']['Json'] }
        readonly tools: { readonly [key: string]: components['schemas']['Json'] }
      }
    }
    /** Copy a template to a folder of the user's, as a workspace of their list */
    readonly 'POST /api/templates/{name}/open': {
      readonly path: { readonly name: string }
      readonly answer: {
        /** before /api */
        readonly url: string
        /** of its page on this server */
        readonly address: string
        /** in the list */
        readonly name: string
        /** its folder */
        readonly workspace: string
      }
    }
    /** The person's workspaces, the last opened first */
    readonly 'GET /api/workspaces': {
      readonly answer: {
        readonly workspaces: readonly components['schemas']['ListedWorkspace'][]
        /** A file manager of this machine can show a folder */
        readonly canReveal: boolean
      }
    }
    /** Put a folder on the list, so that its address opens it */
    readonly 'POST /api/workspaces': {
      readonly body: {
        /** its whole path */
        readonly folder: string
      }
      readonly answer: components['schemas']['ListedWorkspace']
    }
    /** Change its name in the list and its address; the folder stays as it is */
    readonly 'PUT /api/workspaces/{name}': {
      readonly path: { readonly name: string }
      readonly body: { readonly name: string }
      readonly answer: components['schemas']['ListedWorkspace']
    }
    /** Take it off the list; no file is deleted */
    readonly 'DELETE /api/workspaces/{name}': { readonly path: { readonly name: string } }
    /** Copy its folder, without runs, keys and repository, and put the copy on the list */
    readonly 'POST /api/workspaces/{name}/copy': {
      readonly path: { readonly name: string }
      readonly answer: components['schemas']['ListedWorkspace']
    }
    /** Its graph, as a thumbnail shows it; read from its files without opening it */
    readonly 'GET /api/workspaces/{name}/outline': {
      readonly path: { readonly name: string }
      readonly answer: components['schemas']['Outline']
    }
    /** Show its folder in the file manager of this machine */
    readonly 'POST /api/workspaces/{name}/reveal': {
      readonly path: { readonly name: string }
      readonly answer: { readonly shown: boolean }
    }
    /** The module graph, derived from the files; nothing is fetched or run */
    readonly 'GET /api/graph': { readonly answer: components['schemas']['Graph'] }
    /** What shapes the graph besides Ideas and Tools: small however large the workspace is */
    readonly 'GET /api/surroundings': {
      readonly answer: {
        /** tools of MCP servers included */
        readonly activities: readonly string[]
        /** as in the graph: files in activities/ that cannot be used, such as for a syntax error */
        readonly activityProblems: readonly {
          readonly code: 'activity.broken' | 'activity.computed'
          readonly severity: 'error' | 'warning'
          readonly message: string
          readonly path: string
          readonly file: string
        }[]
        readonly mcpServers: readonly string[]
        /** something in mcp.json cannot be used */
        readonly hasMcpProblems: boolean
      }
    }
    /** A schema of the files of a workspace for any editor, such as idea.schema.json */
    readonly 'GET /api/schemas/{name}': {
      readonly path: { readonly name: string }
      readonly answer: Record<string, unknown>
    }
    /** Models, endpoints and profiles that a run may name */
    readonly 'GET /api/models': {
      readonly answer: {
        /** for a run that names no model */
        readonly model: string
        /** for a run that names no profile */
        readonly profile: string
        readonly models: readonly {
          readonly name: string
          readonly simulated: boolean
          readonly endpoint: string
          readonly default: boolean
          /** where it was tried */
          readonly verdict?: 'works' | 'limited' | 'fails'
          /** tokens at most, where known; empty where ensemble.json says that they are not */
          readonly limits?: { readonly contextWindow?: number; readonly maxOutput?: number }
        }[]
        readonly endpoints: readonly string[]
        readonly prices: components['schemas']['PriceTable']
        readonly profiles: readonly string[]
      }
    }
    /** Endpoints of the workspace and of the environment, and what their models did when they were tried */
    readonly 'GET /api/endpoints': {
      readonly answer: {
        readonly endpoints: readonly {
          readonly name: string
          readonly baseUrl: string
          readonly source: 'environment' | 'workspace'
          readonly key: 'none' | 'given' | 'missing' | 'unapproved'
          /** The command that prints the key; it never runs before it is approved in the terminal */
          readonly tokenCommand?: string
          /** secret://NAME */
          readonly reference?: string
          readonly concurrency: number
          /** What it takes in a minute */
          readonly limits?: { readonly requestsPerMinute?: number; readonly tokensPerMinute?: number }
          /** Models that are asked if it can’t answer */
          readonly fallback?: readonly string[]
        }[]
        readonly examined: readonly {
          readonly model: string
          readonly endpoint: string
          /** It isn't a language model */
          readonly simulated: boolean
          /** When it was tried */
          readonly at: string
          readonly capabilities: components['schemas']['Capabilities']
          readonly streaming: boolean
          readonly usage: boolean
          readonly parallelCalls: boolean
          /** An answer came with reasoning that can be given back */
          readonly reasoning?: true
          /** What that means for runs, in plain words */
          readonly findings: readonly components['schemas']['Finding'][]
        }[]
      }
    }
    /** Ask an endpoint which models it has */
    readonly 'POST /api/endpoints/models': {
      readonly body: { readonly endpoint: string }
      readonly answer: { readonly models: readonly string[] }
    }
    /** Look for model servers on the default ports of this machine, once */
    readonly 'POST /api/endpoints/find': {
      readonly answer: {
        readonly found: readonly {
          readonly name: string
          readonly baseUrl: string
          readonly models: readonly string[]
          /** Limits of this program that a first run would meet */
          readonly quirk?: string
        }[]
      }
    }
    /** Try a model with a few small questions and say what it can do; remembered for its later requests */
    readonly 'POST /api/models/examine': {
      readonly body: {
        /** otherwise the default */
        readonly model?: string
        /** for the result; then 202 */
        readonly waitMs?: number
      }
      readonly answer:
        | {
            readonly model: string
            readonly endpoint: string
            /** It isn't a language model */
            readonly simulated: boolean
            /** When it was tried */
            readonly at: string
            readonly capabilities: components['schemas']['Capabilities']
            readonly streaming: boolean
            readonly usage: boolean
            readonly parallelCalls: boolean
            /** An answer came with reasoning that can be given back */
            readonly reasoning?: true
            /** What that means for runs, in plain words */
            readonly findings: readonly components['schemas']['Finding'][]
          }
        | {
            /** Questions so far */
            readonly pending: number
          }
    }
    /** A document for a bug report: codes and counts, without keys, prompts, inputs or results */
    readonly 'GET /api/diagnosis': { readonly answer: Record<string, unknown> }
    /** What is wrong in a Tool or an Idea; nothing is stored, fetched or run */
    readonly 'POST /api/validate': {
      readonly body: {
        /** a Tool schema, or its text */
        readonly tool?: unknown
        /** an Idea, or its text */
        readonly idea?: unknown
        /** the name it has or will have */
        readonly name?: string
        /** also what strict mode of providers would change or lose */
        readonly portability?: boolean
      }
      readonly answer: { readonly problems: readonly components['schemas']['Problem'][] }
    }
    /** Whether an Idea with its Tools is ready to be shipped, check by check */
    readonly 'GET /api/ideas/{name}/readiness': {
      readonly path: { readonly name: string }
      readonly answer: {
        readonly idea: string
        readonly isReady: boolean
        readonly items: readonly {
          readonly check: string
          readonly title: string
          readonly state: 'done' | 'open' | 'unknown'
          readonly message: string
          readonly problems: readonly components['schemas']['Problem'][]
          readonly tools: readonly string[]
        }[]
      }
    }
    /** Whether recorded Calls and their results fit the Tools as the files are now; nothing is run */
    readonly 'GET /api/recorded': {
      readonly answer: {
        readonly tools: readonly {
          readonly idea: string
          readonly tool: string
          /** where the Tool is written */
          readonly file: string
          readonly path: string
          /** Calls whose parameters and result fit */
          readonly valid: number
          /** Calls whose parameters or result no longer fit */
          readonly refused: number
          /** not judged: the values of their references were not recorded */
          readonly unresolved: number
          /** not judged: the Idea has no such Tool any more, or its schema has errors */
          readonly gone: number
          /** the newest refused, 20 at most */
          readonly examples: readonly {
            readonly run: string
            /** the case that holds it; absent where a run does */
            readonly case?: string
            /** of the event that proposed it */
            readonly seq: number
            readonly span: string
            /** Format: date-time */
            readonly at: string
            /** the CallError that the model would read now */
            readonly error: Record<string, unknown>
          }[]
        }[]
        /** that were looked at */
        readonly runs: number
        /** that were looked at */
        readonly cases: number
        /** runs and cases that could not be read */
        readonly damaged: number
        /** there are older runs that were not looked at */
        readonly more: boolean
      }
    }
    /** What callers passed to Modules in recorded runs, against the Modules' inputs as the files are now */
    readonly 'GET /api/drift': {
      readonly query: {
        /** newest runs to look at; default 1000 */
        readonly runs?: number
      }
      readonly answer: {
        readonly edges: readonly {
          /** the edge's id in GET /api/graph */
          readonly id: string
          readonly from: string
          readonly tool: string
          readonly to: string
          /** now; null where the Tool is gone */
          readonly resolve: 'runtime' | 'upfront' | 'upfront+output' | null
          /** that entered the Module */
          readonly calls: number
          /** whose arguments fit the Module's input schema as it is now */
          readonly fits: number
          /** whose arguments don't fit: with runtime resolution the Module's model bridges them */
          readonly bridged: number
          /** whose values are gone, or whose Module has no input schema */
          readonly unjudged: number
          /** the 20 most frequent */
          readonly differences: readonly {
            readonly path: string
            readonly message: string
            readonly count: number
            readonly example: { readonly run: string; readonly span: string; readonly value?: unknown }
          }[]
        }[]
        /** that were looked at */
        readonly runs: number
        /** older runs were left out */
        readonly more: boolean
      }
    }
    /** Counts, cost, tokens and times of recorded runs by day, Idea, model, status or error */
    readonly 'GET /api/figures': {
      readonly query: {
        readonly idea?: string
        readonly status?: 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'
        readonly model?: string
        /** started at this ISO time or later */
        readonly from?: string
        /** started before this ISO time */
        readonly to?: string
        readonly label?: string
        /** true: only starred runs */
        readonly starred?: boolean
        /** scored by `person`, by this judge (an address) or by this list of expectations */
        readonly scoredBy?: string
        /** of scoredBy */
        readonly minScore?: number
        /** of scoredBy */
        readonly maxScore?: number
        /** not scored by this scorer */
        readonly unscoredBy?: string
        /** true: also runs that only tried a Tool alone; they are left out otherwise */
        readonly trials?: boolean
        readonly q?: string
        /** the code that the run failed with, or the first failed Call of one that did not fail */
        readonly error?: string
        readonly minMs?: number
        readonly maxMs?: number
        readonly minCost?: number
        readonly maxCost?: number
        readonly minTokens?: number
        readonly maxTokens?: number
        /** default day */
        readonly by?: 'day' | 'idea' | 'model' | 'status' | 'error'
      }
      readonly answer: readonly {
        readonly name: string
        /** all of the group */
        readonly runs: number
        /** of them */
        readonly completed: number
        /** of them */
        readonly failed: number
        /** of them */
        readonly cancelled: number
        /** for a person now */
        readonly waiting: number
        /** completed, although Calls failed */
        readonly withFailedCalls: number
        /** in total */
        readonly calls: number
        /** in total */
        readonly tokens: number
        /** in total, in USD; runs without a known cost are left out */
        readonly cost: number
        /** runs without a known cost */
        readonly unpriced: number
        /** of ended runs */
        readonly medianMs: number | null
        /** of ended runs */
        readonly p95Ms: number | null
      }[]
    }
    /** Cost and time of recorded runs with other models, and what a cache would have saved */
    readonly 'GET /api/what-if': {
      readonly query: {
        readonly idea?: string
        readonly from?: string
        readonly to?: string
        /** names, separated by commas; the recorded ones are always listed */
        readonly models?: string
        /** newest runs to look at; default 1000 */
        readonly runs?: number
      }
      readonly answer: {
        /** that were looked at */
        readonly runs: number
        /** answered in them */
        readonly requests: number
        /** in total */
        readonly inputTokens: number
        /** in total */
        readonly outputTokens: number
        /** of the input, read from a cache */
        readonly cachedTokens: number
        /** as recorded */
        readonly cost: number | null
        /** Requests whose tokens no endpoint told */
        readonly estimated: number
        readonly models: readonly {
          readonly model: string
          /** for the tokens as the recorded models counted them; null without a price */
          readonly cost: number | null
          /** if every repeated prefix had come from a cache */
          readonly cachedCost: number | null
          /** all Requests in a row, by the middle half of the model's own recorded pace; null without a record of it */
          readonly ms: { readonly low?: number; readonly high?: number } | null
          /** its own recorded Requests */
          readonly paced: number
        }[]
        /** newest runs whose messages were compared */
        readonly readForCache: number
        readonly priceDate: string
        /** the same input of an Idea gave the equal output in several ways: { idea, output, ways: [{ model, wire, runs, cost }] } */
        readonly equal: readonly Record<string, unknown>[]
        /** older runs were left out */
        readonly more: boolean
      }
    }
    /** Which imports of Modules were found again in their answers and arguments, in recorded runs */
    readonly 'GET /api/imports': {
      readonly query: {
        /** newest runs to look at; default 100 */
        readonly runs?: number
      }
      readonly answer: {
        readonly imports: readonly {
          readonly from: string
          readonly tool: string
          readonly to: string
          readonly import: string
          /** that passed it */
          readonly calls: number
          /** in which a reference read it, or an answer or argument holds a value of it */
          readonly used: number
          /** { run, span }: the newest Call in which none of it was found */
          readonly unusedIn?: Record<string, unknown>
        }[]
        /** that were looked at */
        readonly runs: number
        /** that could not be read */
        readonly damaged: number
        /** older runs were left out */
        readonly more: boolean
      }
    }
    /** Judge Calls of a Tool exactly as a run would; a string is raw text from a model */
    readonly 'POST /api/check': {
      readonly body: {
        /** a Tool schema, or the name of a shared Tool */
        readonly tool: Record<string, unknown> | string
        /** its name, where the schema does not say */
        readonly name?: string
        readonly calls: readonly (string | Record<string, unknown>)[]
      }
      readonly answer: { readonly verdicts: readonly components['schemas']['CallVerdict'][] }
    }
    /** What the model would see: the bytes of the first Request, and what lowering changed */
    readonly 'POST /api/compose': {
      readonly body: {
        /** an Idea, its name or its address */
        readonly idea: Record<string, unknown> | string
        readonly wire?: 'structured' | 'tools' | 'json'
        readonly strict?: boolean
        readonly profile?: string
        readonly model?: string
        readonly input?: unknown
      }
      readonly answer: {
        readonly wire: 'structured' | 'tools' | 'json'
        readonly strict: boolean
        readonly model: string
        /** equal to the bytes that a run would send */
        readonly body: Record<string, unknown>
        readonly schema: Record<string, unknown>
        readonly messages: readonly Record<string, unknown>[]
        readonly tools?: readonly Record<string, unknown>[]
        readonly changes: readonly {
          readonly path: string
          readonly keyword: string
          readonly what: string
          readonly why: string
        }[]
        readonly tokens: { readonly schema: number; readonly messages: number; readonly estimated: boolean }
      }
    }
    /** The settings that shape a Request besides the Idea, for a page that composes while a person types */
    readonly 'GET /api/compose/settings': {
      readonly query: { readonly profile?: string; readonly model?: string }
      readonly answer: {
        readonly config: components['schemas']['Config']
        readonly profile: components['schemas']['Profile']
        readonly activities: readonly string[]
        readonly model: { readonly name: string; readonly capabilities: components['schemas']['Capabilities'] }
      }
    }
    /** Take a conversation that another program recorded as a run to look at; nothing is run and no model is asked */
    readonly 'POST /api/runs/import-conversation': {
      readonly body: {
        /** its name, for the report */
        readonly file: string
        /** messages of OpenAI as JSON or JSONL, or a trace of LangSmith, Langfuse or OpenTelemetry (OTLP JSON) */
        readonly text: string
      }
      readonly answer: {
        readonly id: string
        readonly url: string
        readonly program: string
        readonly report: readonly {
          readonly path: string
          readonly code: string
          readonly values: { readonly [key: string]: string }
          readonly what: string
          readonly remedy: string
        }[]
      }
    }
    /** The whole run as one document whose chain verifies elsewhere */
    readonly 'GET /api/runs/{id}/export': {
      readonly path: { readonly id: string }
      readonly query: {
        /** small: files of up to 512 KiB */
        readonly artifacts?: 'none' | 'small' | 'inline'
        /** html: one page that shows the run with no server */
        readonly format?: 'json' | 'html'
      }
      readonly answer: {
        readonly format: 'ensemble-run'
        readonly version: 1
        readonly run: string
        readonly lines: readonly string[]
        readonly bodies: { readonly [key: string]: string }
        readonly artifacts: { readonly [key: string]: string }
        /** no real model was called in this run; an import checks it against the lines */
        readonly notice?: string
        readonly head: { readonly seq: number; readonly hash: string }
      }
    }
    /** Take a run that was exported elsewhere; every byte is verified and nothing is run */
    readonly 'POST /api/runs/import': {
      readonly body: {
        readonly format: 'ensemble-run'
        readonly version: 1
        readonly run: string
        readonly lines: readonly string[]
        readonly bodies: { readonly [key: string]: string }
        readonly artifacts: { readonly [key: string]: string }
        /** no real model was called in this run; an import checks it against the lines */
        readonly notice?: string
        readonly head: { readonly seq: number; readonly hash: string }
      }
      readonly answer: { readonly id: string; readonly url: string }
    }
    /** The run as OTLP/JSON by the GenAI conventions; with prompts and results where `content` asks for them */
    readonly 'GET /api/runs/{id}/otlp': {
      readonly path: { readonly id: string }
      readonly query: { readonly content?: 'true' | 'false' }
      readonly answer: Record<string, unknown>
    }
    /** Send the run to the collector that the environment or ensemble.json names */
    readonly 'POST /api/runs/{id}/otlp': {
      readonly path: { readonly id: string }
      readonly body: {
        /** else as the settings say */
        readonly content?: boolean
      }
      readonly answer: { readonly url: string; readonly spans: number }
    }
    /** Where a recorded value came from and what it reached, across the walls of Modules; nothing is run */
    readonly 'GET /api/runs/{id}/origins': {
      readonly path: { readonly id: string }
      readonly query: {
        /** a span, input or result, and a JSON Pointer: request/0/call/1/input#/city; default: result */
        readonly of?: string
      }
      readonly answer: {
        readonly run: string
        readonly from: {
          readonly steps: readonly {
            readonly place: {
              readonly span: string
              readonly part: 'input' | 'result' | 'context'
              readonly pointer: string
            }
            /** the step that it is tied to; null for the value asked about */
            readonly of: number | null
            /** recorded: reference, passed, computed; seen by comparing only: same, contains */
            readonly how?: 'reference' | 'passed' | 'computed' | 'same' | 'contains'
            readonly reference?: string
            /** the whole way to the value asked about is recorded */
            readonly isExact: boolean
            /** { type: person | idea | module | reference | model | activity, … } */
            readonly maker?: Record<string, unknown>
            readonly idea: string
            readonly tool?: string
            /** the start of its JSON */
            readonly value?: string
          }[]
          /** there are more than 200 steps */
          readonly more: boolean
        }
        readonly reached: {
          readonly steps: readonly {
            readonly place: {
              readonly span: string
              readonly part: 'input' | 'result' | 'context'
              readonly pointer: string
            }
            /** the step that it is tied to; null for the value asked about */
            readonly of: number | null
            /** recorded: reference, passed, computed; seen by comparing only: same, contains */
            readonly how?: 'reference' | 'passed' | 'computed' | 'same' | 'contains'
            readonly reference?: string
            /** the whole way to the value asked about is recorded */
            readonly isExact: boolean
            /** { type: person | idea | module | reference | model | activity, … } */
            readonly maker?: Record<string, unknown>
            readonly idea: string
            readonly tool?: string
            /** the start of its JSON */
            readonly value?: string
          }[]
          /** there are more than 200 steps */
          readonly more: boolean
        }
        /** too many texts: later values were compared for equality only */
        readonly isCut: boolean
      }
    }
    /** Whether the critical Calls of a run descend from values that ensemble.json marks as untrusted; nothing is run */
    readonly 'GET /api/runs/{id}/untrusted': {
      readonly path: { readonly id: string }
      readonly answer: {
        readonly run: string
        readonly activities: readonly string[]
        readonly imports: readonly string[]
        readonly calls: readonly {
          readonly span: string
          readonly tool: string
          readonly idea: string
          /** a person was asked about it */
          readonly wasAsked: boolean
          /** whether its arguments descend from an untrusted value: by the record; by an equal value; the model that wrote them had been shown one */
          readonly descent: 'recorded' | 'compared' | 'shown' | null
          readonly from?: {
            readonly span: string
            readonly part: 'input' | 'result' | 'context'
            readonly pointer: string
          }
          readonly at?: {
            readonly span: string
            readonly part: 'input' | 'result' | 'context'
            readonly pointer: string
          }
          readonly how?: string
          /** the start of the untrusted value's JSON */
          readonly value?: string
        }[]
        readonly isCut: boolean
      }
    }
    /** Start a run; the same idempotencyKey gives the same run */
    readonly 'POST /api/runs': {
      readonly body: {
        /** a name, or an address such as idea://composer */
        readonly idea: string
        readonly input?: unknown
        readonly model?: string
        readonly profile?: string
        readonly config?: Record<string, unknown>
        readonly breakpoints?: readonly { readonly tool?: string; readonly idea?: string; readonly on?: 'error' }[]
        readonly continues?: string
        /** with the simulated model, run Calls that change something without asking a person; default false. Calls whose Tool asks for approval still wait */
        readonly allowEffects?: boolean
        readonly idempotencyKey?: string
      }
      readonly answer: { readonly id: string; readonly url: string }
    }
    /** Runs, newest first or sorted */
    readonly 'GET /api/runs': {
      readonly query: {
        readonly idea?: string
        readonly status?: 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'
        readonly model?: string
        /** started at this ISO time or later */
        readonly from?: string
        /** started before this ISO time */
        readonly to?: string
        readonly label?: string
        /** true: only starred runs */
        readonly starred?: boolean
        /** scored by `person`, by this judge (an address) or by this list of expectations */
        readonly scoredBy?: string
        /** of scoredBy */
        readonly minScore?: number
        /** of scoredBy */
        readonly maxScore?: number
        /** not scored by this scorer */
        readonly unscoredBy?: string
        /** true: also runs that only tried a Tool alone; they are left out otherwise */
        readonly trials?: boolean
        readonly q?: string
        /** the code that the run failed with, or the first failed Call of one that did not fail */
        readonly error?: string
        readonly minMs?: number
        readonly maxMs?: number
        readonly minCost?: number
        readonly maxCost?: number
        readonly minTokens?: number
        readonly maxTokens?: number
        /** a place in the input such as input.brief, for `value` */
        readonly path?: string
        /** a text that the input holds at `path` */
        readonly value?: string
        /** by when a run was recorded where it is left out */
        readonly sort?:
          'run' | 'idea' | 'status' | 'error' | 'model' | 'started' | 'time' | 'turns' | 'calls' | 'tokens' | 'cost'
        /** desc where it is left out */
        readonly order?: 'asc' | 'desc'
        /** the `next` of the page before */
        readonly cursor?: string
        readonly limit?: number
      }
      readonly answer: { readonly items: readonly components['schemas']['Run'][]; readonly next: string | null }
    }
    /** One run */
    readonly 'GET /api/runs/{id}': {
      readonly path: { readonly id: string }
      readonly answer: components['schemas']['Run']
    }
    /** Delete a run that has ended */
    readonly 'DELETE /api/runs/{id}': { readonly path: { readonly id: string } }
    /** Stop a run at any depth */
    readonly 'POST /api/runs/{id}/cancel': {
      readonly path: { readonly id: string }
      readonly answer: { readonly id: string }
    }
    /** Run again from the record alone and say whether it decides the same */
    readonly 'POST /api/runs/{id}/replay': {
      readonly path: { readonly id: string }
      readonly body: { readonly ideas?: 'recorded' | 'current' }
      readonly answer: components['schemas']['ReplayReport']
    }
    /** How many of the runs that match failed with each code */
    readonly 'GET /api/run-errors': {
      readonly query: {
        readonly idea?: string
        readonly status?: 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'
        readonly model?: string
        /** started at this ISO time or later */
        readonly from?: string
        /** started before this ISO time */
        readonly to?: string
        readonly label?: string
        /** true: only starred runs */
        readonly starred?: boolean
        /** scored by `person`, by this judge (an address) or by this list of expectations */
        readonly scoredBy?: string
        /** of scoredBy */
        readonly minScore?: number
        /** of scoredBy */
        readonly maxScore?: number
        /** not scored by this scorer */
        readonly unscoredBy?: string
        /** true: also runs that only tried a Tool alone; they are left out otherwise */
        readonly trials?: boolean
        readonly q?: string
        /** the code that the run failed with, or the first failed Call of one that did not fail */
        readonly error?: string
        readonly minMs?: number
        readonly maxMs?: number
        readonly minCost?: number
        readonly maxCost?: number
        readonly minTokens?: number
        readonly maxTokens?: number
        /** a place in the input such as input.brief, for `value` */
        readonly path?: string
        /** a text that the input holds at `path` */
        readonly value?: string
      }
      readonly answer: readonly { readonly code: string; readonly count: number }[]
    }
    /** What the runs of this workspace take on the disk */
    readonly 'GET /api/storage': {
      readonly answer: {
        /** How many there are */
        readonly runs: number
        /** Bytes of the database */
        readonly journal: number
        /** Bytes of the files that Activities made */
        readonly artifacts: number
      }
    }
    /** The runs that take the most space, the largest first */
    readonly 'GET /api/storage/runs': {
      readonly query: { readonly limit: number }
      readonly answer: {
        readonly items: readonly {
          readonly id: string
          readonly idea: string
          readonly status: string
          readonly startedAt: string
          readonly bytes: number
        }[]
      }
    }
    /** Delete runs beyond the retention, and content that no run uses */
    readonly 'POST /api/gc': {
      readonly body: {
        /** only count it */
        readonly dryRun?: boolean
      }
      readonly answer: {
        /** Nothing was deleted */
        readonly dryRun: boolean
        /** Runs beyond the retention of ensemble.json, and the largest of them */
        readonly runs: {
          readonly count: number
          readonly bytes: number
          readonly largest: readonly { readonly id: string; readonly bytes: number }[]
        }
        /** Values of the database that no run uses */
        readonly values: { readonly count: number; readonly bytes: number }
        /** Files of Activities that no run uses */
        readonly files: { readonly count: number; readonly bytes: number }
        /** Older copies of the database, which are never deleted automatically */
        readonly copies: readonly { readonly file: string; readonly bytes: number }[]
      }
    }
    /** Star a run, label it or add a note, replacing earlier ones */
    readonly 'PUT /api/runs/{id}/annotation': {
      readonly path: { readonly id: string }
      readonly body: {
        /** a starred run outlives the retention of ensemble.json */
        readonly star?: boolean
        readonly labels?: readonly string[]
        readonly note?: string
      }
      readonly answer: components['schemas']['Run']
    }
    /** Every label that some run carries */
    readonly 'GET /api/labels': { readonly answer: readonly string[] }
    /** Score a run, replacing the earlier score of the same scorer */
    readonly 'PUT /api/runs/{id}/score': {
      readonly path: { readonly id: string }
      readonly body: {
        /** `person` unless given */
        readonly by?: string
        /** null removes it */
        readonly score: number | null
        readonly reason?: string
      }
      readonly answer: components['schemas']['Run']
    }
    /** Everyone who scored runs, with the agreement of each with people */
    readonly 'GET /api/scores': {
      readonly query: { readonly idea?: string }
      readonly answer: readonly {
        readonly by: string
        readonly runs: number
        readonly mean: number
        /** how far it agrees with people; null for people themselves */
        readonly withPerson: {
          readonly pairs: number
          /** the share of equal verdicts */
          readonly agreement: number | null
          /** Cohen's */
          readonly kappa: number | null
          readonly interval: components['schemas']['Interval'] | null
        } | null
      }[]
    }
    /** Score recorded runs by expectations, a page at a time; a model is asked only with `ask` */
    readonly 'POST /api/scores': {
      readonly body: {
        readonly expect: readonly Record<string, unknown>[]
        /** the name under which the scores are stored; they are not stored without one */
        readonly by?: string
        /** only runs of this Idea */
        readonly idea?: string
        /** only these runs */
        readonly runs?: readonly string[]
        /** ask judges that have not judged yet; default false */
        readonly ask?: boolean
        /** of the judges that are asked */
        readonly model?: string
        /** the `next` of the page before */
        readonly cursor?: string
        readonly limit?: number
      }
      readonly answer: {
        readonly items: readonly {
          readonly run: string
          readonly score: number
          /** changed: a judge has not been asked */
          readonly status: 'passed' | 'changed' | 'failed'
          readonly reasons: readonly string[]
        }[]
        /** runs of judges; score again once they have ended */
        readonly asked: readonly string[]
        readonly next: string | null
      }
    }
    /** A new run from a point of this one, with an edit; only what the edit reaches runs again */
    readonly 'POST /api/runs/{id}/fork': {
      readonly path: { readonly id: string }
      readonly body: {
        /** a seq of the source */
        readonly at: number
        readonly edit?:
          | {
              readonly type: 'answer'
              /** of the recorded fact, or its span */
              readonly key: string
              readonly raw?: string
              readonly solution?: unknown
            }
          | {
              readonly type: 'call'
              /** of the recorded fact, or its span */
              readonly key: string
              readonly parameters: Record<string, unknown>
            }
          | {
              readonly type: 'result'
              /** of the recorded fact, or its span */
              readonly key: string
              readonly result: unknown
            }
          | { readonly type: 'input'; readonly input: unknown }
          | { readonly type: 'model'; readonly model: string }
          | { readonly type: 'idea'; readonly address: string; readonly content: Record<string, unknown> }
          | {
              readonly type: 'binding'
              /** TOOL for every Idea, or IDEA/TOOL */
              readonly tool: string
              /** the Activity that does its work; "" where the model does */
              readonly activity: string
            }
        readonly reuse?: 'unchanged' | 'prefix'
        readonly dryRun?: boolean
      }
      readonly answer: components['schemas']['BlastRadius'] | { readonly id: string; readonly url: string }
    }
    /** A recorded Module, or sibling Calls, as a new Idea, with the record as its first case */
    readonly 'POST /api/runs/{id}/extract': {
      readonly path: { readonly id: string }
      readonly body: {
        /** of the Call that ran the Module */
        readonly span?: string
        /** spans of Calls of one Loop, in the place of span: they become the Idea, and one module Tool replaces them */
        readonly calls?: readonly string[]
        /** with calls: the name of that Tool; unless given, of the Idea */
        readonly tool?: string
        /** of the new Idea */
        readonly name: string
        readonly title?: string
        /** only say what would be written */
        readonly dryRun?: boolean
        /** the files of a dry run are written already: only the first run and its case are made */
        readonly written?: boolean
      }
      readonly answer:
        | (
            | {
                readonly idea: string
                readonly title: string
                /** what would be written, the new Idea first */
                readonly files: readonly { readonly file: string; readonly text: string }[]
                /** of the new Idea */
                readonly tools: readonly string[]
                /** members of its input */
                readonly inputs: readonly {
                  readonly name: string
                  readonly schema: Record<string, unknown>
                  /** as recorded */
                  readonly example: unknown
                  /** with calls: the parameters that it fills, as TOOL.parameter, or that it is imported */
                  readonly from: readonly string[] | 'imports'
                }[]
                /** with calls: what the Tool imports from the caller */
                readonly imports: readonly string[]
                /** the name that the first case would have */
                readonly case: string
                /** with calls: Tools that the caller no longer needs */
                readonly replaced?: readonly string[]
                /** with calls: parameters that the Idea fills from the result of an earlier Call */
                readonly copied?: readonly string[]
                /** with calls: the caller's texts that name one of those, as pointers */
                readonly namedIn?: readonly string[]
                /** with calls: Tools whose Activity could see state that isn't imported */
                readonly unseen?: readonly string[]
                /** with calls: the Idea that has the Tool now; null where it has no file */
                readonly caller?: string | null
                /** with calls: the Tool that replaces them */
                readonly tool?: Record<string, unknown>
                /** with calls: paths of the caller's state that they wrote, and the Tool writes */
                readonly writes?: readonly string[]
              }
            | { readonly refusal: { readonly code: string; readonly message: string } }
          )
        | {
            readonly idea: string
            /** a run of the Idea with what was recorded */
            readonly run: string
            /** its first case; null where the run did not complete by itself */
            readonly case: string | null
            /** with calls: the Idea that has the Tool now; null where it has no file */
            readonly caller?: string | null
            /** with calls: the Tool that replaces them */
            readonly tool?: Record<string, unknown>
            /** with calls: paths of the caller's state that they wrote, and the Tool writes */
            readonly writes?: readonly string[]
          }
    }
    /** An Idea with its modules as code of another program, as an MCP entry or as an OpenAPI document */
    readonly 'GET /api/ideas/{name}/export': {
      readonly path: { readonly name: string }
      readonly query: {
        readonly as?: 'agents-sdk' | 'langgraph' | 'ai-sdk' | 'mcp' | 'openapi'
        /** the address of this server, for openapi; http://127.0.0.1:4141 if it is left out */
        readonly server?: string
      }
      readonly answer: {
        readonly file: string
        readonly text: string
        readonly report: readonly {
          readonly path: string
          readonly code: string
          readonly values: { readonly [key: string]: string }
          readonly what: string
          readonly remedy: string
        }[]
      }
    }
    /** One more answer to a recorded Request, with edits; nothing is executed, nothing is recorded */
    readonly 'POST /api/runs/{id}/ask': {
      readonly path: { readonly id: string }
      readonly body: {
        /** of a Request */
        readonly span: string
        /** another seed for each; 0 is the recorded one */
        readonly sample?: number
        /** all of them, in the place of the recorded ones */
        readonly messages?: readonly { readonly role: 'system' | 'user' | 'assistant' | 'tool' }[]
        readonly model?: string
        readonly temperature?: number
      }
      readonly answer: components['schemas']['AgainAnswer']
    }
    /** Experiments, newest first */
    readonly 'GET /api/experiments': {
      readonly answer: readonly {
        readonly id: string
        readonly title: string
        readonly idea: string
        readonly inputs: readonly components['schemas']['Json'][]
        readonly variants: readonly {
          readonly name: string
          readonly model?: string
          readonly profile?: string
          readonly config?: components['schemas']['Config']
          /** IDEA/TOOL → the Activity that works it; "" where the model does itself */
          readonly activities?: { readonly [key: string]: string }
          /** content in the place of an Idea, by name */
          readonly ideas?: { readonly [key: string]: components['schemas']['Json'] }
        }[]
        readonly repeats: number
        /** Format: date-time */
        readonly startedAt: string
        /** Format: date-time */
        readonly endedAt?: string
        readonly cancelled?: true
        readonly expect?: readonly components['schemas']['Expectation'][]
        /** USD */
        readonly budget?: number
        /** it ended because its budget was used */
        readonly isOverBudget?: true
        /** how many times it was continued */
        readonly resumed?: number
      }[]
    }
    /** Run one input set against several variants */
    readonly 'POST /api/experiments': {
      readonly body: {
        readonly title?: string
        readonly idea: string
        readonly inputs: readonly unknown[]
        readonly variants: readonly {
          readonly name: string
          readonly model?: string
          readonly profile?: string
          readonly config?: Record<string, unknown>
          /** IDEA/TOOL → the Activity that works it; "" where the model does itself */
          readonly activities?: { readonly [key: string]: string }
          /** content in the place of an Idea, by name */
          readonly ideas?: Record<string, unknown>
        }[]
        readonly repeats?: number
        /** by what each run is scored */
        readonly expect?: readonly Record<string, unknown>[]
        /** USD; no run starts once those that ended cost as much */
        readonly budget?: number
      }
      readonly answer: { readonly id: string; readonly url: string }
    }
    /** An experiment with its table, as far as it has come */
    readonly 'GET /api/experiments/{id}': {
      readonly path: { readonly id: string }
      readonly answer: {
        readonly id: string
        readonly title: string
        readonly idea: string
        readonly inputs: readonly components['schemas']['Json'][]
        readonly variants: readonly {
          readonly name: string
          readonly model?: string
          readonly profile?: string
          readonly config?: components['schemas']['Config']
          /** IDEA/TOOL → the Activity that works it; "" where the model does itself */
          readonly activities?: { readonly [key: string]: string }
          /** content in the place of an Idea, by name */
          readonly ideas?: { readonly [key: string]: components['schemas']['Json'] }
        }[]
        readonly repeats: number
        /** Format: date-time */
        readonly startedAt: string
        /** Format: date-time */
        readonly endedAt?: string
        readonly cancelled?: true
        readonly expect?: readonly components['schemas']['Expectation'][]
        /** USD */
        readonly budget?: number
        /** it ended because its budget was used */
        readonly isOverBudget?: true
        /** how many times it was continued */
        readonly resumed?: number
        /** one for each run, as far as it has come */
        readonly cells: readonly (components['schemas']['ExperimentCell'] & {
          readonly run?: string
          /** why there is no run */
          readonly refused?: string
          /** with the output of the first variant, 0 to 1 */
          readonly agreement: number | null
        })[]
        /** one for each variant */
        readonly summary: readonly components['schemas']['VariantSummary'][]
        /** each variant with the first, in score, cost, milliseconds and tokens */
        readonly comparisons: readonly components['schemas']['VariantComparison'][]
      }
    }
    /** Forget an experiment; its runs stay */
    readonly 'DELETE /api/experiments/{id}': { readonly path: { readonly id: string } }
    /** Start no more of its runs and stop those under way */
    readonly 'POST /api/experiments/{id}/cancel': {
      readonly path: { readonly id: string }
      readonly answer: { readonly id: string }
    }
    /** Continue an experiment that was stopped or used its budget */
    readonly 'POST /api/experiments/{id}/continue': {
      readonly path: { readonly id: string }
      readonly body: {
        /** USD; the earlier one unless given */
        readonly budget?: number
      }
      readonly answer: { readonly id: string }
    }
    /** The files with what a variant changes; nothing is written */
    readonly 'GET /api/experiments/{id}/edits': {
      readonly path: { readonly id: string }
      readonly query: {
        /** its place in the list, from 0 */
        readonly variant?: number
      }
      readonly answer: readonly { readonly file: string; readonly etag: string; readonly text: string }[]
    }
    /** An experiment as one HTML page that needs no server */
    readonly 'GET /api/experiments/{id}/page': { readonly path: { readonly id: string } }
    /** Do recorded Calls of a Tool both ways: once by its Activity, several times by a model */
    readonly 'POST /api/tools/{name}/both-ways': {
      readonly path: { readonly name: string }
      readonly body: {
        /** the Idea that holds the Tool; that of the newest Call unless given */
        readonly idea?: string
        /** recorded Calls; the newest ones unless given */
        readonly calls?: readonly { readonly run: string; readonly span: string }[]
        /** how many of the newest Calls; default 10 */
        readonly limit?: number
        /** how often the model does each Call; default 3 */
        readonly times?: number
        readonly model?: string
        /** its function; the one that does the work now unless given */
        readonly activity?: string
        readonly profile?: string
        /** its schema, in the place of the one in the file */
        readonly tool?: Record<string, unknown>
      }
      readonly answer: { readonly id: string; readonly url: string }
    }
    /** The Calls of a Tool done both ways, row by row, as far as they have come */
    readonly 'GET /api/both-ways/{id}': {
      readonly path: { readonly id: string }
      readonly answer: {
        readonly id: string
        readonly tool: string
        readonly idea: string
        readonly activity: string
        readonly model?: string
        readonly times: number
        /** Format: date-time */
        readonly startedAt: string
        /** Format: date-time */
        readonly endedAt?: string
        readonly cancelled?: true
        readonly rows: readonly {
          readonly run: string
          readonly span: string
          readonly call: components['schemas']['JsonObject']
          readonly explicit: {
            readonly run?: string
            /** absent while it is under way */
            readonly status?: 'done' | 'invalid' | 'waiting'
            readonly result?: components['schemas']['Json']
            readonly error?: string
            readonly ms?: number
            readonly cost?: number | null
          }
          readonly latent: readonly {
            readonly run?: string
            /** absent while it is under way */
            readonly status?: 'done' | 'invalid' | 'waiting'
            readonly result?: components['schemas']['Json']
            readonly error?: string
            readonly ms?: number
            readonly cost?: number | null
            readonly verdict?: 'equal' | 'different' | 'invalid'
            /** from the function's result to the model's */
            readonly diff?: readonly {
              readonly path: string
              readonly before?: components['schemas']['Json']
              readonly after?: components['schemas']['Json']
            }[]
          }[]
        }[]
        readonly summary: {
          readonly equal: number
          readonly different: number
          readonly invalid: number
          /** share of the judged results that are equal */
          readonly agreement: number | null
          /** mean share of equal leaves over valid results */
          readonly likeness: number | null
          readonly explicit: {
            readonly medianMs: number | null
            /** USD; null where no price is known */
            readonly cost: number | null
          }
          readonly latent: {
            readonly medianMs: number | null
            /** USD; null where no price is known */
            readonly cost: number | null
          }
        }
      }
    }
    /** The Journal of a run, live or as JSON */
    readonly 'GET /api/runs/{id}/events': {
      readonly path: { readonly id: string }
      readonly query: {
        /** the seq after which to begin; Last-Event-ID does the same */
        readonly after?: string
        readonly limit?: number
        /** milliseconds of events per message */
        readonly pack?: number
        /** with pack: recorded events come as `{ first, spans, events }`, each span named once, without the chain */
        readonly brief?: boolean
      }
      readonly answer: {
        readonly events: readonly components['schemas']['JournalEvent'][]
        /** the `after` of the page after it */
        readonly next: number | null
      }
    }
    /** A value over 4 KiB that an event has as its hash */
    readonly 'GET /api/runs/{id}/bodies/{hash}': {
      readonly path: { readonly id: string; readonly hash: string }
      readonly answer: components['schemas']['Json']
    }
    /** Files that the run’s Activities produced */
    readonly 'GET /api/runs/{id}/artifacts': {
      readonly path: { readonly id: string }
      readonly answer: readonly {
        /** its name, as a result holds it */
        readonly $artifact: string
        readonly name: string
        readonly type: string
        readonly bytes: number
        readonly sha256: string
        /** the id of the Call that made it */
        readonly call: string
      }[]
    }
    /** One file, whole or in part */
    readonly 'GET /api/runs/{id}/artifacts/{name}': { readonly path: { readonly id: string; readonly name: string } }
    /** An HTML file as a page in a frame: its scripts run, and reach nothing outside it */
    readonly 'GET /api/runs/{id}/artifacts/{name}/page': {
      readonly path: { readonly id: string; readonly name: string }
    }
    /** Calls that wait for a decision */
    readonly 'GET /api/approvals': {
      readonly query: { readonly status?: 'open' }
      readonly answer: readonly components['schemas']['OpenApproval'][]
    }
    /** Decide on a Call: approve, edit, answer by hand or refuse */
    readonly 'POST /api/runs/{id}/approvals/{callId}': {
      readonly path: { readonly id: string; readonly callId: string }
      readonly body: {
        readonly decision: 'approve' | 'edit' | 'answer' | 'refuse'
        /** as in approval.requested */
        readonly hash?: string
        /** as in the list: the Call may be asked about again */
        readonly question?: number
        /** edit: the complete new parameters */
        readonly call?: Record<string, unknown>
        /** answer: the result */
        readonly result?: unknown
        readonly reason?: string
      }
      readonly answer: { readonly run: string; readonly callId: string }
    }
    /** Where the run waits from now on; an empty list lets it continue */
    readonly 'PUT /api/runs/{id}/breakpoints': {
      readonly path: { readonly id: string }
      readonly body: {
        readonly breakpoints: readonly { readonly tool?: string; readonly idea?: string; readonly on?: 'error' }[]
      }
      readonly answer: Record<string, unknown>
    }
    /** Continue from a breakpoint */
    readonly 'POST /api/runs/{id}/step': {
      readonly path: { readonly id: string }
      readonly body: { readonly mode: 'over' | 'into' | 'out' | 'continue' }
      readonly answer: { readonly id: string }
    }
    /** Keeps the value behind secret://NAME; no route gives it back */
    readonly 'PUT /api/secrets/{name}': {
      readonly path: { readonly name: string }
      readonly body: {
        /** From 8 to 8192 characters */
        readonly value: string
      }
    }
    /** The MCP servers that mcp.json names, with their state; nothing is started */
    readonly 'GET /api/mcp/servers': {
      readonly answer: {
        readonly servers: readonly {
          readonly name: string
          readonly type: 'stdio' | 'http'
          /** the command line or the address, without keys */
          readonly target: string
          /** how long it has to start and list its tools */
          readonly startTimeoutMs: number
          readonly state: 'idle' | 'starting' | 'ready' | 'failed' | 'disabled'
          /** Format: date-time */
          readonly since: string
          /** why it failed, in a sentence */
          readonly error?: string
          /**
           * Format: date-time
           * a Call before this time waits for it
           */
          readonly retryAt?: string
          readonly pid?: number
          /** the revision that was agreed on */
          readonly protocol?: string
          readonly starts: number
          readonly tools: number
          readonly approval: 'none' | 'current' | 'changed'
          /** tools that run unasked, or twice, because they were approved before that asked by default */
          readonly earlier: number
          /** what an approval of its tools sends back; null while they are not known */
          readonly hash: string | null
        }[]
        readonly problems: readonly string[]
      }
    }
    /** The tools of a server as Tools: those it listed last, or those that were approved */
    readonly 'GET /api/mcp/servers/{name}/tools': {
      readonly path: { readonly name: string }
      readonly answer: {
        readonly tools: readonly {
          /** of the Tool and its Activity: SERVER__TOOL */
          readonly name: string
          /** as the server calls it */
          readonly remote: string
          readonly title?: string
          readonly description?: string
          readonly standing: 'approved' | 'new' | 'changed' | 'gone'
          /** the server says that it changes nothing */
          readonly readOnly: boolean
          /** a person confirms each Call, by the server or by mcp.json */
          readonly destructive: boolean
          /** a Call may run again after a crash in the middle of it */
          readonly idempotent: boolean
          readonly rule: {
            /** whether a person confirms each Call */
            readonly approval?: 'required' | 'never'
            /** whether a Call may run again after a crash */
            readonly idempotent?: boolean
          }
          /** approved before tools asked by default: only the Tool in the Idea decides whether its Calls ask */
          readonly earlier: boolean
          /** the Tool */
          readonly schema: components['schemas']['JsonObject']
          /** the Tool as it was approved, where it is `changed` */
          readonly was?: components['schemas']['JsonObject']
          /** what a Tool has no place for */
          readonly lost: readonly { readonly path: string; readonly what: string }[]
          /** why it cannot be used */
          readonly problem?: string
        }[]
      }
    }
    /** The newest lines of what a server wrote and what became of it */
    readonly 'GET /api/mcp/servers/{name}/log': {
      readonly path: { readonly name: string }
      readonly answer: {
        readonly lines: readonly {
          /** Format: date-time */
          readonly at: string
          readonly from: 'state' | 'server' | 'stderr'
          readonly text: string
        }[]
      }
    }
    /** Start a server, where it does not run, and read its tools; its state says whether it did */
    readonly 'POST /api/mcp/servers/{name}/start': {
      readonly path: { readonly name: string }
      readonly answer: {
        readonly name: string
        readonly type: 'stdio' | 'http'
        /** the command line or the address, without keys */
        readonly target: string
        /** how long it has to start and list its tools */
        readonly startTimeoutMs: number
        readonly state: 'idle' | 'starting' | 'ready' | 'failed' | 'disabled'
        /** Format: date-time */
        readonly since: string
        /** why it failed, in a sentence */
        readonly error?: string
        /**
         * Format: date-time
         * a Call before this time waits for it
         */
        readonly retryAt?: string
        readonly pid?: number
        /** the revision that was agreed on */
        readonly protocol?: string
        readonly starts: number
        readonly tools: number
        readonly approval: 'none' | 'current' | 'changed'
        /** tools that run unasked, or twice, because they were approved before that asked by default */
        readonly earlier: number
        /** what an approval of its tools sends back; null while they are not known */
        readonly hash: string | null
      }
    }
    /** Stop a server; the next Call starts it again */
    readonly 'POST /api/mcp/servers/{name}/stop': {
      readonly path: { readonly name: string }
      readonly answer: {
        readonly name: string
        readonly type: 'stdio' | 'http'
        /** the command line or the address, without keys */
        readonly target: string
        /** how long it has to start and list its tools */
        readonly startTimeoutMs: number
        readonly state: 'idle' | 'starting' | 'ready' | 'failed' | 'disabled'
        /** Format: date-time */
        readonly since: string
        /** why it failed, in a sentence */
        readonly error?: string
        /**
         * Format: date-time
         * a Call before this time waits for it
         */
        readonly retryAt?: string
        readonly pid?: number
        /** the revision that was agreed on */
        readonly protocol?: string
        readonly starts: number
        readonly tools: number
        readonly approval: 'none' | 'current' | 'changed'
        /** tools that run unasked, or twice, because they were approved before that asked by default */
        readonly earlier: number
        /** what an approval of its tools sends back; null while they are not known */
        readonly hash: string | null
      }
    }
    /** Approve the tools that a server lists; Calls of others ask a person, as do those of a server's that changed */
    readonly 'POST /api/mcp/servers/{name}/approve': {
      readonly path: { readonly name: string }
      readonly body: {
        /** as in the server that was shown */
        readonly hash: string
      }
      readonly answer: {
        readonly name: string
        readonly type: 'stdio' | 'http'
        /** the command line or the address, without keys */
        readonly target: string
        /** how long it has to start and list its tools */
        readonly startTimeoutMs: number
        readonly state: 'idle' | 'starting' | 'ready' | 'failed' | 'disabled'
        /** Format: date-time */
        readonly since: string
        /** why it failed, in a sentence */
        readonly error?: string
        /**
         * Format: date-time
         * a Call before this time waits for it
         */
        readonly retryAt?: string
        readonly pid?: number
        /** the revision that was agreed on */
        readonly protocol?: string
        readonly starts: number
        readonly tools: number
        readonly approval: 'none' | 'current' | 'changed'
        /** tools that run unasked, or twice, because they were approved before that asked by default */
        readonly earlier: number
        /** what an approval of its tools sends back; null while they are not known */
        readonly hash: string | null
      }
    }
    /** Say in mcp.json whether a tool asks before each Call and may run again; {} leaves both to its server */
    readonly 'PUT /api/mcp/servers/{name}/tools/{tool}/rule': {
      readonly path: { readonly name: string; readonly tool: string }
      readonly body: {
        /** whether a person confirms each Call */
        readonly approval?: 'required' | 'never'
        /** whether a Call may run again after a crash */
        readonly idempotent?: boolean
      }
      readonly answer: {
        readonly name: string
        readonly type: 'stdio' | 'http'
        /** the command line or the address, without keys */
        readonly target: string
        /** how long it has to start and list its tools */
        readonly startTimeoutMs: number
        readonly state: 'idle' | 'starting' | 'ready' | 'failed' | 'disabled'
        /** Format: date-time */
        readonly since: string
        /** why it failed, in a sentence */
        readonly error?: string
        /**
         * Format: date-time
         * a Call before this time waits for it
         */
        readonly retryAt?: string
        readonly pid?: number
        /** the revision that was agreed on */
        readonly protocol?: string
        readonly starts: number
        readonly tools: number
        readonly approval: 'none' | 'current' | 'changed'
        /** tools that run unasked, or twice, because they were approved before that asked by default */
        readonly earlier: number
        /** what an approval of its tools sends back; null while they are not known */
        readonly hash: string | null
      }
    }
    /** Give a server's tool to an Idea, as a Tool with its schema written into the Idea's file */
    readonly 'POST /api/mcp/servers/{name}/tools/{tool}/add': {
      readonly path: { readonly name: string; readonly tool: string }
      readonly body: {
        readonly idea: string
        /** what the Tool is called in the Idea; its own name where absent */
        readonly as?: string
        /** the Idea's ETag that was read */
        readonly ifMatch?: string
      }
      readonly answer: {
        readonly file: string
        readonly etag: string
        readonly tool: string
        readonly problems: readonly components['schemas']['Problem'][]
      }
    }
    /** Run sandboxed code, or send the request of an HTTP activity, once with a Call; nothing is stored or journaled */
    readonly 'POST /api/activities/try': {
      readonly body: {
        /** JavaScript: export default (call, context) => result */
        readonly code?: string
        /** a definition as under activities.http of ensemble.json */
        readonly http?: Record<string, unknown>
        readonly call?: Record<string, unknown>
        readonly state?: Record<string, unknown>
      }
      readonly answer: {
        readonly ok: boolean
        readonly result?: components['schemas']['Json']
        /** what went wrong, with its line */
        readonly message?: string
        /** the entry of egress.hosts that would let the request out */
        readonly allow?: string
        readonly logs: readonly { readonly level: string; readonly text: string }[]
        readonly ms: number
      }
    }
    /** The code of a sandboxed Activity */
    readonly 'GET /api/activities/{name}': {
      readonly path: { readonly name: string }
      readonly answer: {
        /** JavaScript: export default (call, context) => result */
        readonly code: string
      }
    }
    /** Save sandboxed code; it serves the Calls that start from now on */
    readonly 'PUT /api/activities/{name}': {
      readonly path: { readonly name: string }
      readonly body: {
        /** JavaScript: export default (call, context) => result */
        readonly code: string
      }
      readonly answer: { readonly etag: string }
    }
    /** Delete a sandboxed Activity */
    readonly 'DELETE /api/activities/{name}': { readonly path: { readonly name: string } }
    /** The hosts that may be reached, and those that were refused, with what would allow them */
    readonly 'GET /api/egress': {
      readonly answer: {
        /** egress.hosts of ensemble.json */
        readonly hosts: readonly string[]
        /** Since the server started, the newest first; those that are allowed by now are left out */
        readonly refused: readonly {
          readonly host: string
          readonly message: string
          /** the entry of egress.hosts that lets it out, where one does */
          readonly allow?: string
          readonly at: string
          readonly times: number
        }[]
      }
    }
    /** Recorded runs that a damaged database or log has cost, and damage found since the start */
    readonly 'GET /api/losses': {
      /** The oldest first */
      readonly answer: readonly {
        readonly at: string
        /** damaged: bytes of the database or its log were changed; missing: the end of its log is gone, the rest is whole; found: the open database is damaged, nothing more is recorded, and a restart carries over every whole run */
        readonly type: 'damaged' | 'missing' | 'found'
        /** runs that are there; 0 for found */
        readonly kept: number
        readonly lost: readonly {
          readonly run: string
          /** where it can still be read */
          readonly idea?: string
        }[]
        /** runs that lack a large value, what people said about them, or the hash of their last event */
        readonly incomplete: readonly string[]
        /** lost runs of which nothing is left, not even the id */
        readonly unnamed: number
        /** the run whose last recorded change is gone */
        readonly behind?: string
        /** the file in .ensemble that the damaged database is kept as */
        readonly aside?: string
      }[]
    }
    /** Dismisses them: a person has seen them */
    readonly 'DELETE /api/losses': Record<string, unknown>
    /** The description of the Ideas as endpoints */
    readonly 'GET /api/use/openapi.json': { readonly answer: Record<string, unknown> }
    /** How each Idea is used: pages to share, webhooks, schedules */
    readonly 'GET /api/use': {
      readonly answer: {
        readonly uses: readonly {
          readonly idea: string
          /** /use/NAME is there for everyone who reaches the server */
          readonly page: boolean
          readonly webhook?: {
            readonly key: string
            /** its key is there and long enough */
            readonly isSet: boolean
          }
          readonly schedule?: {
            readonly cron: string
            readonly timeZone: string
            /** A person switched exactly this schedule on, on this machine */
            readonly isOn: boolean
            readonly next: string | null
            readonly last?: {
              /** ISO 8601 */
              readonly at: string
              readonly run?: string
              /** why it did not start */
              readonly why?: string
            }
            /** Times that passed without a run, found since the start of the server */
            readonly missed?: {
              readonly count: number
              /** ISO 8601 */
              readonly first: string
              /** ISO 8601 */
              readonly last: string
            }
          }
        }[]
      }
    }
    /** Switch the schedule of an Idea on or off on this machine */
    readonly 'PUT /api/use/{idea}/schedule': {
      readonly path: { readonly idea: string }
      readonly body: { readonly on: boolean }
      readonly answer: { readonly idea: string; readonly on: boolean }
    }
    /** Run an Idea and answer with its output; the body is its input */
    readonly 'POST /api/use/{idea}': {
      readonly path: { readonly idea: string }
      readonly body: unknown
      readonly answer: unknown | { readonly id: string; readonly url: string }
    }
    /** One stream for a page: runs, files, approvals, and the Journals it asks for */
    readonly 'GET /api/events': {
      readonly query: {
        /** RUN:SEQ,… : Journals to follow, each after its seq */
        readonly from?: string
      }
    }
    /** This description */
    readonly 'GET /api/openapi.json': { readonly answer: Record<string, unknown> }
    /** Any JSON value */
    readonly Json: Json
    /** Any JSON object */
    readonly JsonObject: JsonObject
    /** As `config` of an Idea */
    readonly Config: Config
    readonly Profile: Profile
    readonly Capabilities: Capabilities
    readonly Finding: Finding
    /** What models cost, and when that was looked up; edited in ensemble.json */
    readonly PriceTable: PriceTable
    readonly CallVerdict: CallVerdict
    readonly OpenApproval: OpenApproval
    readonly ReplayReport: ReplayReport
    readonly BlastRadius: BlastRadius
    readonly AgainAnswer: AgainAnswer
    /** the first turn that changes */
    readonly CaseChange: CaseChange
    readonly JudgedExpectation: JudgedExpectation
    /** a 95 % bootstrap interval */
    readonly Interval: Interval
    readonly ExperimentCell: ExperimentCell
    /** a variant compared with the first in one figure, in pairs of runs with the same input and repeat */
    readonly VariantComparison: VariantComparison
    readonly VariantSummary: VariantSummary
    readonly Problem: Problem
    readonly Run: Run
    readonly Expectation: Expectation
    readonly CaseReport: {
      readonly name: string
      readonly status: 'passed' | 'changed' | 'failed' | 'broken'
      /** the mean over its expectations; an undecided one counts as 0 */
      readonly score: number
      readonly change: components['schemas']['CaseChange'] | null
      readonly expectations: readonly components['schemas']['JudgedExpectation'][]
      readonly run?: string
      readonly message?: string
    }
    readonly Usage: Usage
    readonly JournalEvent: JournalEvent
    readonly Graph: Graph
    readonly ListedWorkspace: {
      /** in the list and in its address */
      readonly name: string
      readonly folder: string
      /** of its page on this server */
      readonly address: string
      /** Format: date-time */
      readonly openedAt: string
      /** Whether its folder can be opened */
      readonly state: 'ready' | 'gone' | 'notWorkspace'
      readonly ideas: number
      /** This server has it open */
      readonly isOpen: boolean
      /** Where it is open */
      readonly runs?: { readonly running: number; readonly waiting: number }
    }
    readonly Outline: {
      /** Drawn or not */
      readonly ideas: number
      readonly nodes: readonly {
        readonly name: string
        readonly tools: number
        /** where the layout file says it */
        readonly x?: number
        readonly y?: number
      }[]
      /** Places in `nodes`: who delegates to whom */
      readonly edges: readonly (readonly [number, number])[]
    }
    readonly CallError: CallError
  }
}
