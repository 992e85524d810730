// Made from /api/openapi.json by `npm run docs`; a test holds it to the routes.
import type { Config, Graph, JournalEvent, Json, JsonObject, OpenApproval, Problem, Profile, Run } from '@ensemble/core'
import type { CallError, CallVerdict, Capabilities, PriceTable } from '@ensemble/core/model'
import type { Usage } from '@ensemble/core/journal'
import type { AgainAnswer, BlastRadius, ReplayReport } from '@ensemble/core/run'
import type { Finding } from '@ensemble/core/host'
import type { CaseChange, Expectation, ExperimentCell, JudgedExpectation, VariantSummary } from '@ensemble/core/trace'

export interface paths {
  readonly '/api/health': {
    /** Whether the server is up, and what it serves */
    readonly get: {
      readonly responses: {
        /** @description Up */
        readonly 200: {
          content: {
            readonly 'application/json': {
              /** @constant */
              readonly status: 'ok'
              readonly version: string
              readonly model?: string
              readonly profile?: string
              readonly workspace?: string
              /** @description The folder cannot be written: nothing runs or changes */
              readonly readOnly?: boolean
            }
          }
        }
      }
    }
  }
  readonly '/api/session': {
    /** A cookie for a page of this server; asked again after a restart */
    readonly get: {
      readonly responses: {
        /** @description The cookie is set */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly version: string
              /** @description Of the page that this server has now */
              readonly build?: string
              /** @description Of the workspace, as the list has it */
              readonly name: string
              /** @description Why the workspace of this address could not be opened */
              readonly refused?: {
                readonly code: string
                readonly detail: string
                /** @description where another process has it open */
                readonly url?: string
              }
              /** @description Severities of lint rules that the workspace changed, by code */
              readonly lint: Record<string, unknown>
            }
          }
        }
      }
    }
  }
  readonly '/api/ready': {
    /** Whether a new run would be recorded: database, disk space, workspace */
    readonly get: {
      readonly responses: {
        /** @description Ready */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly ready: boolean
              /** @description Only for callers with more rights */
              readonly checks?: {
                /** @description why it fails; null if it passes */
                readonly database: string | null
                /** @description why it fails; null if it passes */
                readonly disk: string | null
                /** @description why it fails; null if it passes */
                readonly workspace: string | null
              }
            }
          }
        }
      }
    }
  }
  readonly '/metrics': {
    /** Numbers of this workspace and process in the format of Prometheus */
    readonly get: {
      readonly responses: {
        /** @description Counters begin at the start of the server */
        readonly 200: { content: { readonly 'text/plain': unknown } }
      }
    }
  }
  readonly '/api/ideas': {
    /** The Ideas of the workspace, with what is wrong in each */
    readonly get: {
      readonly parameters: { readonly query?: { readonly texts?: 'all'; readonly problems?: 'none' } }
      readonly responses: {
        /** @description By name */
        readonly 200: {
          content: {
            readonly 'application/json': readonly {
              readonly name: string
              readonly title: string | null
              /** @description of the saved file; null if only a draft exists */
              readonly etag: string | null
              /** @description etag of the draft */
              readonly draft?: string
              /** @description of the saved file, if texts were requested */
              readonly text?: string
              /** @description what is wrong in the file; absent where problems were not asked for */
              readonly problems?: readonly components['schemas']['Problem'][]
            }[]
          }
        }
      }
    }
  }
  readonly '/api/ideas/{name}': {
    /** An Idea as its file has it */
    readonly get: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly responses: {
        /** @description The bytes of the file, with their ETag */
        readonly 200: { content: { readonly 'application/json': unknown } }
      }
    }
    /** Save an idea verbatim; with error problems it is kept as a draft */
    readonly put: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly requestBody: { readonly content: { readonly 'application/json': unknown } }
      readonly responses: {
        /** @description Saved, or kept as a draft */
        readonly 200: {
          content: {
            readonly 'application/json': {
              /** @description of the saved text */
              readonly etag: string | null
              /** @description etag of the draft, where the text has error problems */
              readonly draft?: string
              readonly problems: readonly components['schemas']['Problem'][]
            }
          }
        }
      }
    }
    /** Delete an idea */
    readonly delete: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly responses: {
        /** @description Deleted */
        readonly 204: {}
      }
    }
  }
  readonly '/api/tools': {
    /** The shared Tools of the workspace */
    readonly get: {
      readonly parameters: { readonly query?: { readonly texts?: 'all'; readonly problems?: 'none' } }
      readonly responses: {
        /** @description By name */
        readonly 200: {
          content: {
            readonly 'application/json': readonly {
              readonly name: string
              readonly title: string | null
              /** @description of the saved file; null if only a draft exists */
              readonly etag: string | null
              /** @description etag of the draft */
              readonly draft?: string
              /** @description of the saved file, if texts were requested */
              readonly text?: string
              /** @description what is wrong in the file; absent where problems were not asked for */
              readonly problems?: readonly components['schemas']['Problem'][]
            }[]
          }
        }
      }
    }
  }
  readonly '/api/tools/{name}': {
    /** A Tool as its file has it */
    readonly get: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly responses: {
        /** @description The bytes of the file, with their ETag */
        readonly 200: { content: { readonly 'application/json': unknown } }
      }
    }
    /** Save a tool verbatim; with error problems it is kept as a draft */
    readonly put: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly requestBody: { readonly content: { readonly 'application/json': unknown } }
      readonly responses: {
        /** @description Saved, or kept as a draft */
        readonly 200: {
          content: {
            readonly 'application/json': {
              /** @description of the saved text */
              readonly etag: string | null
              /** @description etag of the draft, where the text has error problems */
              readonly draft?: string
              readonly problems: readonly components['schemas']['Problem'][]
            }
          }
        }
      }
    }
    /** Delete a tool */
    readonly delete: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly responses: {
        /** @description Deleted */
        readonly 204: {}
      }
    }
  }
  readonly '/api/tools/{name}/calls': {
    /** Calls of a Tool in the newest runs, without those that were refused; 16 MB at most */
    readonly get: {
      readonly parameters: {
        readonly query?: { readonly idea?: string; readonly byModel?: boolean; readonly limit?: number }
        readonly path: { readonly name: string }
      }
      readonly responses: {
        /** @description Newest runs first */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly calls: readonly {
                readonly run: string
                /** @description of the event that proposed it */
                readonly seq: number
                readonly span: string
                /** Format: date-time */
                readonly at: string
                /** @description the address of the Idea whose Request it belongs to */
                readonly idea: string
                readonly tool: string
                readonly call: components['schemas']['JsonObject']
                readonly resolved?: components['schemas']['JsonObject']
                /**
                 * @description how it was executed; absent where it never started
                 * @enum {unknown}
                 */
                readonly mode?: 'latent' | 'explicit' | 'module'
                readonly result?: components['schemas']['Json']
                /** @description made by a language model: not simulated, tried or edited by a person */
                readonly byModel: boolean
              }[]
            }
          }
        }
      }
    }
  }
  readonly '/api/trials': {
    /** Run one Tool alone: a run that makes the one Call given, in the context of its Idea */
    readonly post: {
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description the name it is registered under */
            readonly name: string
            /** @description its schema as it is now, saved or not */
            readonly tool: Record<string, unknown>
            /** @description the Idea that holds it: its input, state and data are what a Call may see */
            readonly idea: string
            /** @description the one Call that is made */
            readonly call: Record<string, unknown>
            readonly input?: unknown
            readonly profile?: string
          }
        }
      }
      readonly responses: {
        /** @description Started */
        readonly 202: { content: { readonly 'application/json': { readonly id: string; readonly url: string } } }
      }
    }
  }
  readonly '/api/activities': {
    /** The registered Activities and where each comes from */
    readonly get: {
      readonly responses: {
        /** @description By name */
        readonly 200: {
          content: {
            readonly 'application/json': readonly {
              readonly name: string
              /**
               * @description code of the owner, a request, or sandboxed code
               * @enum {unknown}
               */
              readonly kind: 'code' | 'http' | 'sandbox'
              /** @description where it is declared */
              readonly file?: string
              /** @description why sandboxed code cannot run, such as a syntax error with its line */
              readonly problem?: string
            }[]
          }
        }
      }
    }
    /** Write the stub of a Tool's Activity into the workspace, typed from its schema; never over a file */
    readonly post: {
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description the name it is registered under */
            readonly name: string
            /** @description its schema as it is now, saved or not */
            readonly tool: Record<string, unknown>
          }
        }
      }
      readonly responses: {
        /** @description The file that was written */
        readonly 201: { content: { readonly 'application/json': { readonly file: string } } }
      }
    }
  }
  readonly '/api/drafts/{file}': {
    /** The draft of a file, such as ideas/composer.json */
    readonly get: {
      readonly parameters: { readonly path: { readonly file: string } }
      readonly responses: {
        /** @description The text; ensemble-base-etag names the file it began from */
        readonly 200: { content: { readonly 'application/json': unknown } }
      }
    }
    /** Keep a draft */
    readonly put: {
      readonly parameters: { readonly path: { readonly file: string } }
      readonly requestBody: { readonly content: { readonly 'application/json': unknown } }
      readonly responses: {
        /** @description Kept */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly etag: string
              /** @description the file it began from */
              readonly base: string | null
            }
          }
        }
      }
    }
    /** Drop a draft; the saved file stays */
    readonly delete: {
      readonly parameters: { readonly path: { readonly file: string } }
      readonly responses: {
        /** @description Dropped */
        readonly 204: {}
      }
    }
  }
  readonly '/api/versions/{file}': {
    /** The commits that changed a file, such as ideas/composer.json, the newest first */
    readonly get: {
      readonly parameters: { readonly path: { readonly file: string } }
      readonly responses: {
        /** @description At most 100; none outside a git repository */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly commits: readonly {
                readonly commit: string
                /** @description ISO 8601 */
                readonly at: string
                readonly author: string
                readonly subject: string
              }[]
            }
          }
        }
      }
    }
  }
  readonly '/api/commits/{commit}/{file}': {
    /** The text of a file in a commit */
    readonly get: {
      readonly parameters: { readonly path: { readonly commit: string; readonly file: string } }
      readonly responses: {
        /** @description As git stored it */
        readonly 200: { content: { readonly 'application/json': { readonly text: string } } }
      }
    }
  }
  readonly '/api/layout': {
    /** Where the nodes lie on the canvas; an empty object before the first write */
    readonly get: {
      readonly responses: {
        /** @description The bytes of .ensemble/layout.json, with their ETag */
        readonly 200: { content: { readonly 'application/json': Record<string, unknown> } }
      }
    }
    /** Save verbatim: where the nodes lie on the canvas */
    readonly put: {
      readonly requestBody: { readonly content: { readonly 'application/json': unknown } }
      readonly responses: {
        /** @description Saved */
        readonly 200: { content: { readonly 'application/json': { readonly etag: string } } }
      }
    }
    /** Delete: where the nodes lie on the canvas; undo takes the first write back with it */
    readonly delete: {
      readonly responses: {
        /** @description Deleted */
        readonly 204: {}
      }
    }
  }
  readonly '/api/pins': {
    /** Results that design-time runs reuse; an empty object before the first write */
    readonly get: {
      readonly responses: {
        /** @description The bytes of .ensemble/pins.json, with their ETag */
        readonly 200: { content: { readonly 'application/json': Record<string, unknown> } }
      }
    }
    /** Save verbatim: results that design-time runs reuse */
    readonly put: {
      readonly requestBody: { readonly content: { readonly 'application/json': unknown } }
      readonly responses: {
        /** @description Saved */
        readonly 200: { content: { readonly 'application/json': { readonly etag: string } } }
      }
    }
    /** Delete: results that design-time runs reuse; undo takes the first write back with it */
    readonly delete: {
      readonly responses: {
        /** @description Deleted */
        readonly 204: {}
      }
    }
  }
  readonly '/api/manifest': {
    /** Settings and bindings of the workspace; an empty object before the first write */
    readonly get: {
      readonly responses: {
        /** @description The bytes of ensemble.json, with their ETag */
        readonly 200: { content: { readonly 'application/json': Record<string, unknown> } }
      }
    }
    /** Save verbatim: settings and bindings of the workspace */
    readonly put: {
      readonly requestBody: { readonly content: { readonly 'application/json': unknown } }
      readonly responses: {
        /** @description Saved */
        readonly 200: { content: { readonly 'application/json': { readonly etag: string } } }
      }
    }
  }
  readonly '/api/cases': {
    /** The regression cases of the workspace */
    readonly get: {
      readonly responses: {
        /** @description By name */
        readonly 200: {
          content: {
            readonly 'application/json': readonly {
              readonly name: string
              readonly etag: string
              readonly title?: string
              /** @description each on a path into the outcome { status, output, error?, calls: { TOOL: [{ parameters, result? … }] } } */
              readonly expect?: readonly components['schemas']['Expectation'][]
              readonly idea?: string
              readonly model?: string
              /** @description the id of the recorded run */
              readonly run?: string
              /** Format: date-time */
              readonly startedAt?: string
              /** @description why the file cannot be read */
              readonly problem?: string
            }[]
          }
        }
      }
    }
    /** Keep a finished run as a case, with what is expected of it */
    readonly post: {
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            readonly name: string
            /** @description the id of a run that has ended */
            readonly run: string
            readonly title?: string
            /** @description nothing changes, where left out */
            readonly expect?: readonly Record<string, unknown>[]
            /** @description over a case of that name */
            readonly replace?: boolean
          }
        }
      }
      readonly responses: {
        /** @description Kept */
        readonly 201: { content: { readonly 'application/json': { readonly name: string; readonly etag: string } } }
      }
    }
  }
  readonly '/api/cases/{name}': {
    /** A case as its file has it */
    readonly get: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly responses: {
        /** @description The bytes of the file, with their ETag */
        readonly 200: { content: { readonly 'application/json': unknown } }
      }
    }
    /** Save a case verbatim; with error problems it is kept as a draft */
    readonly put: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly requestBody: { readonly content: { readonly 'application/json': unknown } }
      readonly responses: {
        /** @description Saved, or kept as a draft */
        readonly 200: {
          content: {
            readonly 'application/json': {
              /** @description of the saved text */
              readonly etag: string | null
              /** @description etag of the draft, where the text has error problems */
              readonly draft?: string
              readonly problems: readonly components['schemas']['Problem'][]
            }
          }
        }
      }
    }
    /** Delete a case */
    readonly delete: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly responses: {
        /** @description Deleted */
        readonly 204: {}
      }
    }
  }
  readonly '/api/cases/{name}/check': {
    /** Replay a case against the files as they are now and name the first turn that changes */
    readonly post: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description a finished run of this case; else its record is replayed */
            readonly run?: string
          }
        }
      }
      readonly responses: {
        /** @description Its verdict */
        readonly 200: { content: { readonly 'application/json': components['schemas']['CaseReport'] } }
      }
    }
  }
  readonly '/api/cases/{name}/runs': {
    /** Ask the model again: a run of the case with the files as they are now */
    readonly post: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description the recorded one unless given */
            readonly model?: string
          }
        }
      }
      readonly responses: {
        /** @description Started */
        readonly 202: { content: { readonly 'application/json': { readonly id: string; readonly url: string } } }
      }
    }
  }
  readonly '/api/workspace/edits': {
    /** Change several files, all or none */
    readonly post: {
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            readonly edits: readonly {
              /** @description such as ideas/composer.json */
              readonly file: string
              /** @description the ETag that was read; null or absent for a new file */
              readonly ifMatch?: string | null
              /** @description null deletes the file */
              readonly text: string | null
            }[]
          }
        }
      }
      readonly responses: {
        /** @description All written */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly files: readonly { readonly file: string; readonly etag: string | null }[]
              readonly problems: readonly components['schemas']['Problem'][]
            }
          }
        }
      }
    }
  }
  readonly '/api/workspace/export': {
    /** The files of the workspace as a zip: no runs, no secrets, nothing that begins with a dot but the layout */
    readonly get: {
      readonly responses: {
        /** @description The archive */
        readonly 200: { content: { readonly 'application/zip': unknown } }
      }
    }
  }
  readonly '/api/workspace/import': {
    /** Take the Ideas, Tools and cases of a zip: all or none, never over a file; code and settings stay out */
    readonly post: {
      readonly requestBody: { readonly content: { readonly 'application/zip': unknown } }
      readonly responses: {
        /** @description What became of each file */
        readonly 200: {
          content: {
            readonly 'application/json': {
              /** @description written */
              readonly files: readonly string[]
              /** @description there already with the same bytes */
              readonly unchanged: readonly string[]
              /** @description not taken, and why */
              readonly left: readonly { readonly file: string; readonly why: string }[]
              readonly problems: readonly components['schemas']['Problem'][]
            }
          }
        }
      }
    }
  }
  readonly '/api/templates': {
    /** The bundled workspaces that a new one can begin as */
    readonly get: {
      readonly responses: {
        /** @description With what each is run with first */
        readonly 200: {
          content: {
            readonly 'application/json': readonly {
              readonly name: string
              readonly title: string
              readonly sentence: string
              readonly idea: string
              readonly input: components['schemas']['Json']
              /** @description That run waits for a person */
              readonly waits: boolean
              readonly ideas: number
              readonly tools: readonly string[]
              readonly outline: components['schemas']['Outline']
            }[]
          }
        }
      }
    }
  }
  readonly '/api/templates/{name}': {
    /** The Ideas and shared Tools of a template, to be put into another workspace */
    readonly get: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly responses: {
        /** @description By name, without code; `idea` is the one that is run first */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly idea: string
              readonly ideas: { readonly [key: string]: components['schemas']['Json'] }
              readonly tools: { readonly [key: string]: components['schemas']['Json'] }
            }
          }
        }
      }
    }
  }
  readonly '/api/templates/{name}/open': {
    /** Copy a template to a folder of the user's, as a workspace of their list */
    readonly post: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly responses: {
        /** @description It opens at its address */
        readonly 201: {
          content: {
            readonly 'application/json': {
              /** @description before /api */
              readonly url: string
              /** @description of its page on this server */
              readonly address: string
              /** @description in the list */
              readonly name: string
              /** @description its folder */
              readonly workspace: string
            }
          }
        }
      }
    }
  }
  readonly '/api/workspaces': {
    /** The person's workspaces, the last opened first */
    readonly get: {
      readonly responses: {
        /** @description None of them is opened by this */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly workspaces: readonly components['schemas']['ListedWorkspace'][]
              /** @description A file manager of this machine can show a folder */
              readonly canReveal: boolean
            }
          }
        }
      }
    }
    /** Put a folder on the list, so that its address opens it */
    readonly post: {
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description its whole path */
            readonly folder: string
          }
        }
      }
      readonly responses: {
        /** @description On the list */
        readonly 201: { content: { readonly 'application/json': components['schemas']['ListedWorkspace'] } }
      }
    }
  }
  readonly '/api/workspaces/{name}': {
    /** Change its name in the list and its address; the folder stays as it is */
    readonly put: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly requestBody: { readonly content: { readonly 'application/json': { readonly name: string } } }
      readonly responses: {
        /** @description Under its new name */
        readonly 200: { content: { readonly 'application/json': components['schemas']['ListedWorkspace'] } }
      }
    }
    /** Take it off the list; no file is deleted */
    readonly delete: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly responses: {
        /** @description Its address leads nowhere now */
        readonly 204: {}
      }
    }
  }
  readonly '/api/workspaces/{name}/copy': {
    /** Copy its folder, without runs, keys and repository, and put the copy on the list */
    readonly post: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly responses: {
        /** @description The copy */
        readonly 201: { content: { readonly 'application/json': components['schemas']['ListedWorkspace'] } }
      }
    }
  }
  readonly '/api/workspaces/{name}/outline': {
    /** Its graph, as a thumbnail shows it; read from its files without opening it */
    readonly get: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly responses: {
        /** @description At most 120 Ideas */
        readonly 200: { content: { readonly 'application/json': components['schemas']['Outline'] } }
      }
    }
  }
  readonly '/api/workspaces/{name}/reveal': {
    /** Show its folder in the file manager of this machine */
    readonly post: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly responses: {
        /** @description Whether one was started */
        readonly 200: { content: { readonly 'application/json': { readonly shown: boolean } } }
      }
    }
  }
  readonly '/api/graph': {
    /** The module graph, derived from the files; nothing is fetched or run */
    readonly get: {
      readonly responses: {
        /** @description Nodes, edges, problems */
        readonly 200: { content: { readonly 'application/json': components['schemas']['Graph'] } }
      }
    }
  }
  readonly '/api/surroundings': {
    /** What shapes the graph besides Ideas and Tools: small however large the workspace is */
    readonly get: {
      readonly responses: {
        /** @description By name */
        readonly 200: {
          content: {
            readonly 'application/json': {
              /** @description tools of MCP servers included */
              readonly activities: readonly string[]
              /** @description as in the graph: files in activities/ that cannot be used, such as for a syntax error */
              readonly activityProblems: readonly {
                /** @enum {unknown} */
                readonly code: 'activity.broken' | 'activity.computed'
                /** @enum {unknown} */
                readonly severity: 'error' | 'warning'
                readonly message: string
                readonly path: string
                readonly file: string
              }[]
              readonly mcpServers: readonly string[]
              /** @description something in mcp.json cannot be used */
              readonly hasMcpProblems: boolean
            }
          }
        }
      }
    }
  }
  readonly '/api/schemas/{name}': {
    /** A schema of the files of a workspace for any editor, such as idea.schema.json */
    readonly get: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly responses: {
        /** @description JSON Schema 2020-12, with an $id */
        readonly 200: { content: { readonly 'application/json': Record<string, unknown> } }
      }
    }
  }
  readonly '/api/models': {
    /** Models, endpoints and profiles that a run may name */
    readonly get: {
      readonly responses: {
        /** @description What there is */
        readonly 200: {
          content: {
            readonly 'application/json': {
              /** @description for a run that names no model */
              readonly model: string
              /** @description for a run that names no profile */
              readonly profile: string
              readonly models: readonly {
                readonly name: string
                readonly simulated: boolean
                readonly endpoint: string
                readonly default: boolean
                /**
                 * @description where it was tried
                 * @enum {unknown}
                 */
                readonly verdict?: 'works' | 'limited' | 'fails'
              }[]
              readonly endpoints: readonly string[]
              readonly prices: components['schemas']['PriceTable']
              readonly profiles: readonly string[]
            }
          }
        }
      }
    }
  }
  readonly '/api/endpoints': {
    /** Endpoints of the workspace and of the environment, and what their models did when they were tried */
    readonly get: {
      readonly responses: {
        /** @description Keys are never part of it */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly endpoints: readonly {
                readonly name: string
                readonly baseUrl: string
                /** @enum {unknown} */
                readonly source: 'environment' | 'workspace'
                /** @enum {unknown} */
                readonly key: 'none' | 'given' | 'missing' | 'unapproved'
                /** @description The command that prints the key; it never runs before it is approved in the terminal */
                readonly tokenCommand?: string
                /** @description secret://NAME */
                readonly reference?: string
                readonly concurrency: number
                /** @description What it takes in a minute */
                readonly limits?: { readonly requestsPerMinute?: number; readonly tokensPerMinute?: number }
                /** @description Models that are asked if it can’t answer */
                readonly fallback?: readonly string[]
              }[]
              readonly examined: readonly {
                readonly model: string
                readonly endpoint: string
                /** @description It isn't a language model */
                readonly simulated: boolean
                /** @description When it was tried */
                readonly at: string
                readonly capabilities: components['schemas']['Capabilities']
                readonly streaming: boolean
                readonly usage: boolean
                readonly parallelCalls: boolean
                /**
                 * @description An answer came with reasoning that can be given back
                 * @constant
                 */
                readonly reasoning?: true
                /** @description What that means for runs, in plain words */
                readonly findings: readonly components['schemas']['Finding'][]
              }[]
            }
          }
        }
      }
    }
  }
  readonly '/api/endpoints/models': {
    /** Ask an endpoint which models it has */
    readonly post: {
      readonly requestBody: { readonly content: { readonly 'application/json': { readonly endpoint: string } } }
      readonly responses: {
        /** @description By the names a run may give */
        readonly 200: { content: { readonly 'application/json': { readonly models: readonly string[] } } }
      }
    }
  }
  readonly '/api/endpoints/find': {
    /** Look for model servers on the default ports of this machine, once */
    readonly post: {
      readonly responses: {
        /** @description Those that answered */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly found: readonly {
                readonly name: string
                readonly baseUrl: string
                readonly models: readonly string[]
                /** @description Limits of this program that a first run would meet */
                readonly quirk?: string
              }[]
            }
          }
        }
      }
    }
  }
  readonly '/api/models/examine': {
    /** Try a model with a few small questions and say what it can do; remembered for its later requests */
    readonly post: {
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description otherwise the default */
            readonly model?: string
          }
        }
      }
      readonly responses: {
        /** @description What it did */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly model: string
              readonly endpoint: string
              /** @description It isn't a language model */
              readonly simulated: boolean
              /** @description When it was tried */
              readonly at: string
              readonly capabilities: components['schemas']['Capabilities']
              readonly streaming: boolean
              readonly usage: boolean
              readonly parallelCalls: boolean
              /**
               * @description An answer came with reasoning that can be given back
               * @constant
               */
              readonly reasoning?: true
              /** @description What that means for runs, in plain words */
              readonly findings: readonly components['schemas']['Finding'][]
            }
          }
        }
      }
    }
  }
  readonly '/api/diagnosis': {
    /** A document for a bug report: codes and counts, without keys, prompts, inputs or results */
    readonly get: {
      readonly responses: {
        /** @description format ensemble-diagnosis, version 1 */
        readonly 200: { content: { readonly 'application/json': Record<string, unknown> } }
      }
    }
  }
  readonly '/api/validate': {
    /** What is wrong in a Tool or an Idea; nothing is stored, fetched or run */
    readonly post: {
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description a Tool schema, or its text */
            readonly tool?: unknown
            /** @description an Idea, or its text */
            readonly idea?: unknown
            /** @description the name it has or will have */
            readonly name?: string
            /** @description also what strict mode of providers would change or lose */
            readonly portability?: boolean
          }
        }
      }
      readonly responses: {
        /** @description Problems, each with its place */
        readonly 200: {
          content: { readonly 'application/json': { readonly problems: readonly components['schemas']['Problem'][] } }
        }
      }
    }
  }
  readonly '/api/ideas/{name}/readiness': {
    /** Whether an Idea with its Tools is ready to be shipped, check by check */
    readonly get: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly responses: {
        /** @description The checks in their order */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly idea: string
              readonly isReady: boolean
              readonly items: readonly {
                readonly check: string
                readonly title: string
                /** @enum {unknown} */
                readonly state: 'done' | 'open' | 'unknown'
                readonly message: string
                readonly problems: readonly components['schemas']['Problem'][]
                readonly tools: readonly string[]
              }[]
            }
          }
        }
      }
    }
  }
  readonly '/api/recorded': {
    /** Whether recorded Calls and their results fit the Tools as the files are now; nothing is run */
    readonly get: {
      readonly responses: {
        /** @description Of the newest 1000 runs and every case, by Tool */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly tools: readonly {
                readonly idea: string
                readonly tool: string
                /** @description where the Tool is written */
                readonly file: string
                readonly path: string
                /** @description Calls whose parameters and result fit */
                readonly valid: number
                /** @description Calls whose parameters or result no longer fit */
                readonly refused: number
                /** @description not judged: the values of their references were not recorded */
                readonly unresolved: number
                /** @description not judged: the Idea has no such Tool any more, or its schema has errors */
                readonly gone: number
                /** @description the newest refused, 20 at most */
                readonly examples: readonly {
                  readonly run: string
                  /** @description the case that holds it; absent where a run does */
                  readonly case?: string
                  /** @description of the event that proposed it */
                  readonly seq: number
                  readonly span: string
                  /** Format: date-time */
                  readonly at: string
                  /** @description the CallError that the model would read now */
                  readonly error: Record<string, unknown>
                }[]
              }[]
              /** @description that were looked at */
              readonly runs: number
              /** @description that were looked at */
              readonly cases: number
              /** @description runs and cases that could not be read */
              readonly damaged: number
              /** @description there are older runs that were not looked at */
              readonly more: boolean
            }
          }
        }
      }
    }
  }
  readonly '/api/check': {
    /** Judge Calls of a Tool exactly as a run would; a string is raw text from a model */
    readonly post: {
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description a Tool schema, or the name of a shared Tool */
            readonly tool: Record<string, unknown> | string
            /** @description its name, where the schema does not say */
            readonly name?: string
            readonly calls: readonly (string | Record<string, unknown>)[]
          }
        }
      }
      readonly responses: {
        /** @description One verdict per Call, in order */
        readonly 200: {
          content: {
            readonly 'application/json': { readonly verdicts: readonly components['schemas']['CallVerdict'][] }
          }
        }
      }
    }
  }
  readonly '/api/compose': {
    /** What the model would see: the bytes of the first Request, and what lowering changed */
    readonly post: {
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description an Idea, its name or its address */
            readonly idea: Record<string, unknown> | string
            /** @enum {unknown} */
            readonly wire?: 'structured' | 'tools' | 'json'
            readonly strict?: boolean
            readonly profile?: string
            readonly model?: string
            readonly input?: unknown
          }
        }
      }
      readonly responses: {
        /** @description The composed Request */
        readonly 200: {
          content: {
            readonly 'application/json': {
              /** @enum {unknown} */
              readonly wire: 'structured' | 'tools' | 'json'
              readonly strict: boolean
              readonly model: string
              /** @description equal to the bytes that a run would send */
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
        }
      }
    }
  }
  readonly '/api/compose/settings': {
    /** The settings that shape a Request besides the Idea, for a page that composes while a person types */
    readonly get: {
      readonly parameters: { readonly query?: { readonly profile?: string; readonly model?: string } }
      readonly responses: {
        /** @description Config of the workspace, the profile, the code that is registered, and the model that would be asked */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly config: components['schemas']['Config']
              readonly profile: components['schemas']['Profile']
              readonly activities: readonly string[]
              readonly model: { readonly name: string; readonly capabilities: components['schemas']['Capabilities'] }
            }
          }
        }
      }
    }
  }
  readonly '/api/runs/{id}/export': {
    /** The whole run as one document whose chain verifies elsewhere */
    readonly get: {
      readonly parameters: {
        readonly query?: { readonly artifacts?: 'none' | 'small' | 'inline'; readonly format?: 'json' | 'html' }
        readonly path: { readonly id: string }
      }
      readonly responses: {
        /** @description format ensemble-run, version 1; or the page */
        readonly 200: {
          content: {
            readonly 'application/json': {
              /** @constant */
              readonly format: 'ensemble-run'
              /** @constant */
              readonly version: 1
              readonly run: string
              readonly lines: readonly string[]
              readonly bodies: { readonly [key: string]: string }
              readonly artifacts: { readonly [key: string]: string }
              /** @description no real model was called in this run; an import checks it against the lines */
              readonly notice?: string
              readonly head: { readonly seq: number; readonly hash: string }
            }
          }
        }
      }
    }
  }
  readonly '/api/runs/import': {
    /** Take a run that was exported elsewhere; every byte is verified and nothing is run */
    readonly post: {
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @constant */
            readonly format: 'ensemble-run'
            /** @constant */
            readonly version: 1
            readonly run: string
            readonly lines: readonly string[]
            readonly bodies: { readonly [key: string]: string }
            readonly artifacts: { readonly [key: string]: string }
            /** @description no real model was called in this run; an import checks it against the lines */
            readonly notice?: string
            readonly head: { readonly seq: number; readonly hash: string }
          }
        }
      }
      readonly responses: {
        /** @description Taken */
        readonly 201: { content: { readonly 'application/json': { readonly id: string; readonly url: string } } }
      }
    }
  }
  readonly '/api/runs/{id}/otlp': {
    /** The run as OTLP/JSON by the GenAI conventions; with prompts and results where `content` asks for them */
    readonly get: {
      readonly parameters: {
        readonly query?: { readonly content?: 'true' | 'false' }
        readonly path: { readonly id: string }
      }
      readonly responses: {
        /** @description An ExportTraceServiceRequest */
        readonly 200: { content: { readonly 'application/json': Record<string, unknown> } }
      }
    }
    /** Send the run to the collector that the environment or ensemble.json names */
    readonly post: {
      readonly parameters: { readonly path: { readonly id: string } }
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description else as the settings say */
            readonly content?: boolean
          }
        }
      }
      readonly responses: {
        /** @description Taken by the collector */
        readonly 200: { content: { readonly 'application/json': { readonly url: string; readonly spans: number } } }
      }
    }
  }
  readonly '/api/runs': {
    /** Runs, newest first or sorted */
    readonly get: {
      readonly parameters: {
        readonly query?: {
          readonly idea?: string
          readonly status?: 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'
          readonly model?: string
          readonly from?: string
          readonly to?: string
          readonly label?: string
          readonly starred?: boolean
          readonly trials?: boolean
          readonly q?: string
          readonly error?: string
          readonly minMs?: number
          readonly maxMs?: number
          readonly minCost?: number
          readonly maxCost?: number
          readonly minTokens?: number
          readonly maxTokens?: number
          readonly path?: string
          readonly value?: string
          readonly sort?:
            'run' | 'idea' | 'status' | 'error' | 'model' | 'started' | 'time' | 'turns' | 'calls' | 'tokens' | 'cost'
          readonly order?: 'asc' | 'desc'
          readonly cursor?: string
          readonly limit?: number
        }
      }
      readonly responses: {
        /** @description One page; `next` is the cursor of the page after it */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly items: readonly components['schemas']['Run'][]
              readonly next: string | null
            }
          }
        }
      }
    }
    /** Start a run; the same idempotencyKey gives the same run */
    readonly post: {
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description a name, or an address such as idea://composer */
            readonly idea: string
            readonly input?: unknown
            readonly model?: string
            readonly profile?: string
            readonly config?: Record<string, unknown>
            readonly breakpoints?: readonly {
              readonly tool?: string
              readonly idea?: string
              /** @constant */
              readonly on?: 'error'
            }[]
            readonly continues?: string
            /** @description with the simulated model, run Calls that change something without asking a person; default false. Calls whose Tool asks for approval still wait */
            readonly allowEffects?: boolean
            readonly idempotencyKey?: string
          }
        }
      }
      readonly responses: {
        /** @description Started */
        readonly 202: { content: { readonly 'application/json': { readonly id: string; readonly url: string } } }
      }
    }
  }
  readonly '/api/runs/{id}': {
    /** One run */
    readonly get: {
      readonly parameters: { readonly path: { readonly id: string } }
      readonly responses: {
        /** @description The fold of its Journal */
        readonly 200: { content: { readonly 'application/json': components['schemas']['Run'] } }
      }
    }
    /** Delete a run that has ended */
    readonly delete: {
      readonly parameters: { readonly path: { readonly id: string } }
      readonly responses: {
        /** @description Deleted */
        readonly 204: {}
      }
    }
  }
  readonly '/api/runs/{id}/cancel': {
    /** Stop a run at any depth */
    readonly post: {
      readonly parameters: { readonly path: { readonly id: string } }
      readonly responses: {
        /** @description Asked to stop */
        readonly 202: { content: { readonly 'application/json': { readonly id: string } } }
      }
    }
  }
  readonly '/api/runs/{id}/replay': {
    /** Run again from the record alone and say whether it decides the same */
    readonly post: {
      readonly parameters: { readonly path: { readonly id: string } }
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @enum {unknown} */
            readonly ideas?: 'recorded' | 'current'
          }
        }
      }
      readonly responses: {
        /** @description Identical, or where it first differs */
        readonly 200: { content: { readonly 'application/json': components['schemas']['ReplayReport'] } }
      }
    }
  }
  readonly '/api/run-errors': {
    /** How many of the runs that match failed with each code */
    readonly get: {
      readonly parameters: {
        readonly query?: {
          readonly idea?: string
          readonly status?: 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'
          readonly model?: string
          readonly from?: string
          readonly to?: string
          readonly label?: string
          readonly starred?: boolean
          readonly trials?: boolean
          readonly q?: string
          readonly error?: string
          readonly minMs?: number
          readonly maxMs?: number
          readonly minCost?: number
          readonly maxCost?: number
          readonly minTokens?: number
          readonly maxTokens?: number
          readonly path?: string
          readonly value?: string
        }
      }
      readonly responses: {
        /** @description The most frequent first; a filter by code is left out */
        readonly 200: {
          content: { readonly 'application/json': readonly { readonly code: string; readonly count: number }[] }
        }
      }
    }
  }
  readonly '/api/storage': {
    /** What the runs of this workspace take on the disk */
    readonly get: {
      readonly responses: {
        /** @description Bytes */
        readonly 200: {
          content: {
            readonly 'application/json': {
              /** @description How many there are */
              readonly runs: number
              /** @description Bytes of the database */
              readonly journal: number
              /** @description Bytes of the files that Activities made */
              readonly artifacts: number
            }
          }
        }
      }
    }
  }
  readonly '/api/storage/runs': {
    /** The runs that take the most space, the largest first */
    readonly get: {
      readonly parameters: { readonly query?: { readonly limit?: number } }
      readonly responses: {
        /** @description Bytes that are free once only this run is deleted */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly items: readonly {
                readonly id: string
                readonly idea: string
                readonly status: string
                readonly startedAt: string
                readonly bytes: number
              }[]
            }
          }
        }
      }
    }
  }
  readonly '/api/gc': {
    /** Delete runs beyond the retention, and content that no run uses */
    readonly post: {
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description only count it */
            readonly dryRun?: boolean
          }
        }
      }
      readonly responses: {
        /** @description What was deleted, or would be */
        readonly 200: {
          content: {
            readonly 'application/json': {
              /** @description Nothing was deleted */
              readonly dryRun: boolean
              /** @description Runs beyond the retention of ensemble.json */
              readonly runs: { readonly count: number; readonly bytes: number }
              /** @description Values of the database that no run uses */
              readonly values: { readonly count: number; readonly bytes: number }
              /** @description Files of Activities that no run uses */
              readonly files: { readonly count: number; readonly bytes: number }
              /** @description Older copies of the database, which are never deleted automatically */
              readonly copies: readonly { readonly file: string; readonly bytes: number }[]
            }
          }
        }
      }
    }
  }
  readonly '/api/runs/{id}/annotation': {
    /** Star a run, label it or add a note, replacing earlier ones */
    readonly put: {
      readonly parameters: { readonly path: { readonly id: string } }
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description a starred run outlives the retention of ensemble.json */
            readonly star?: boolean
            readonly labels?: readonly string[]
            readonly note?: string
          }
        }
      }
      readonly responses: {
        /** @description The run */
        readonly 200: { content: { readonly 'application/json': components['schemas']['Run'] } }
      }
    }
  }
  readonly '/api/labels': {
    /** Every label that some run carries */
    readonly get: {
      readonly responses: {
        /** @description In order */
        readonly 200: { content: { readonly 'application/json': readonly string[] } }
      }
    }
  }
  readonly '/api/runs/{id}/fork': {
    /** A new run from a point of this one, with an edit; only what the edit reaches runs again */
    readonly post: {
      readonly parameters: { readonly path: { readonly id: string } }
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description a seq of the source */
            readonly at: number
            readonly edit?:
              | {
                  /** @constant */
                  readonly type: 'answer'
                  /** @description of the recorded fact, or its span */
                  readonly key: string
                  readonly raw?: string
                  readonly solution?: unknown
                }
              | {
                  /** @constant */
                  readonly type: 'call'
                  /** @description of the recorded fact, or its span */
                  readonly key: string
                  readonly parameters: Record<string, unknown>
                }
              | {
                  /** @constant */
                  readonly type: 'result'
                  /** @description of the recorded fact, or its span */
                  readonly key: string
                  readonly result: unknown
                }
              | {
                  /** @constant */
                  readonly type: 'input'
                  readonly input: unknown
                }
              | {
                  /** @constant */
                  readonly type: 'model'
                  readonly model: string
                }
              | {
                  /** @constant */
                  readonly type: 'idea'
                  readonly address: string
                  readonly content: Record<string, unknown>
                }
              | {
                  /** @constant */
                  readonly type: 'binding'
                  /** @description TOOL for every Idea, or IDEA/TOOL */
                  readonly tool: string
                  /** @description the Activity that does its work; "" where the model does */
                  readonly activity: string
                }
            /** @enum {unknown} */
            readonly reuse?: 'unchanged' | 'prefix'
            readonly dryRun?: boolean
          }
        }
      }
      readonly responses: {
        /** @description dryRun: what would be kept and what would run again, by key */
        readonly 200: { content: { readonly 'application/json': components['schemas']['BlastRadius'] } }
        /** @description Started */
        readonly 202: { content: { readonly 'application/json': { readonly id: string; readonly url: string } } }
      }
    }
  }
  readonly '/api/runs/{id}/extract': {
    /** A recorded Module, or sibling Calls, as a new Idea, with the record as its first case */
    readonly post: {
      readonly parameters: { readonly path: { readonly id: string } }
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description of the Call that ran the Module */
            readonly span?: string
            /** @description spans of Calls of one Loop, in the place of span: they become the Idea, and one module Tool replaces them */
            readonly calls?: readonly string[]
            /** @description with calls: the name of that Tool; unless given, of the Idea */
            readonly tool?: string
            /** @description of the new Idea */
            readonly name: string
            readonly title?: string
            /** @description only say what would be written */
            readonly dryRun?: boolean
            /** @description the files of a dry run are written already: only the first run and its case are made */
            readonly written?: boolean
          }
        }
      }
      readonly responses: {
        /** @description With dryRun: what would be written, or why nothing can be */
        readonly 200: {
          content: {
            readonly 'application/json':
              | {
                  readonly idea: string
                  readonly title: string
                  /** @description what would be written, the new Idea first */
                  readonly files: readonly { readonly file: string; readonly text: string }[]
                  /** @description of the new Idea */
                  readonly tools: readonly string[]
                  /** @description members of its input */
                  readonly inputs: readonly {
                    readonly name: string
                    readonly schema: Record<string, unknown>
                    /** @description as recorded */
                    readonly example: unknown
                    /** @description with calls: the parameters that it fills, as TOOL.parameter, or that it is imported */
                    readonly from: readonly string[] | 'imports'
                  }[]
                  /** @description with calls: what the Tool imports from the caller */
                  readonly imports: readonly string[]
                  /** @description the name that the first case would have */
                  readonly case: string
                  /** @description with calls: Tools that the caller no longer needs */
                  readonly replaced?: readonly string[]
                  /** @description with calls: parameters that the Idea fills from the result of an earlier Call */
                  readonly copied?: readonly string[]
                  /** @description with calls: the caller's texts that name one of those, as pointers */
                  readonly namedIn?: readonly string[]
                  /** @description with calls: Tools whose Activity could see state that isn't imported */
                  readonly unseen?: readonly string[]
                  /** @description with calls: the Idea that has the Tool now; null where it has no file */
                  readonly caller?: string | null
                  /** @description with calls: the Tool that replaces them */
                  readonly tool?: Record<string, unknown>
                  /** @description with calls: paths of the caller's state that they wrote, and the Tool writes */
                  readonly writes?: readonly string[]
                }
              | { readonly refusal: { readonly code: string; readonly message: string } }
          }
        }
        /** @description Written; nothing was asked or run again */
        readonly 201: {
          content: {
            readonly 'application/json': {
              readonly idea: string
              /** @description a run of the Idea with what was recorded */
              readonly run: string
              /** @description its first case; null where the run did not complete by itself */
              readonly case: string | null
              /** @description with calls: the Idea that has the Tool now; null where it has no file */
              readonly caller?: string | null
              /** @description with calls: the Tool that replaces them */
              readonly tool?: Record<string, unknown>
              /** @description with calls: paths of the caller's state that they wrote, and the Tool writes */
              readonly writes?: readonly string[]
            }
          }
        }
      }
    }
  }
  readonly '/api/runs/{id}/ask': {
    /** One more answer to a recorded Request, with edits; nothing is executed, nothing is recorded */
    readonly post: {
      readonly parameters: { readonly path: { readonly id: string } }
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description of a Request */
            readonly span: string
            /** @description another seed for each; 0 is the recorded one */
            readonly sample?: number
            /** @description all of them, in the place of the recorded ones */
            readonly messages?: readonly {
              /** @enum {unknown} */
              readonly role: 'system' | 'user' | 'assistant' | 'tool'
            }[]
            readonly model?: string
            readonly temperature?: number
          }
        }
      }
      readonly responses: {
        /** @description The answer, its Calls judged as a run would */
        readonly 200: { content: { readonly 'application/json': components['schemas']['AgainAnswer'] } }
      }
    }
  }
  readonly '/api/experiments': {
    /** Experiments, newest first */
    readonly get: {
      readonly responses: {
        /** @description Without their cells */
        readonly 200: {
          content: {
            readonly 'application/json': readonly {
              readonly id: string
              readonly title: string
              readonly idea: string
              readonly inputs: readonly components['schemas']['Json'][]
              readonly variants: readonly {
                readonly name: string
                readonly model?: string
                readonly profile?: string
                readonly config?: components['schemas']['Config']
                /** @description IDEA/TOOL → the Activity that works it; "" where the model does itself */
                readonly activities?: { readonly [key: string]: string }
                /** @description content in the place of an Idea, by name */
                readonly ideas?: { readonly [key: string]: components['schemas']['Json'] }
              }[]
              readonly repeats: number
              /** Format: date-time */
              readonly startedAt: string
              /** Format: date-time */
              readonly endedAt?: string
              /** @constant */
              readonly cancelled?: true
            }[]
          }
        }
      }
    }
    /** Run one input set against several variants */
    readonly post: {
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            readonly title?: string
            readonly idea: string
            readonly inputs: readonly unknown[]
            readonly variants: readonly {
              readonly name: string
              readonly model?: string
              readonly profile?: string
              readonly config?: Record<string, unknown>
              /** @description IDEA/TOOL → the Activity that works it; "" where the model does itself */
              readonly activities?: { readonly [key: string]: string }
              /** @description content in the place of an Idea, by name */
              readonly ideas?: Record<string, unknown>
            }[]
            readonly repeats?: number
          }
        }
      }
      readonly responses: {
        /** @description Started */
        readonly 202: { content: { readonly 'application/json': { readonly id: string; readonly url: string } } }
      }
    }
  }
  readonly '/api/experiments/{id}': {
    /** An experiment with its table, as far as it has come */
    readonly get: {
      readonly parameters: { readonly path: { readonly id: string } }
      readonly responses: {
        /** @description With cells and a summary of each variant */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly id: string
              readonly title: string
              readonly idea: string
              readonly inputs: readonly components['schemas']['Json'][]
              readonly variants: readonly {
                readonly name: string
                readonly model?: string
                readonly profile?: string
                readonly config?: components['schemas']['Config']
                /** @description IDEA/TOOL → the Activity that works it; "" where the model does itself */
                readonly activities?: { readonly [key: string]: string }
                /** @description content in the place of an Idea, by name */
                readonly ideas?: { readonly [key: string]: components['schemas']['Json'] }
              }[]
              readonly repeats: number
              /** Format: date-time */
              readonly startedAt: string
              /** Format: date-time */
              readonly endedAt?: string
              /** @constant */
              readonly cancelled?: true
              /** @description one for each run, as far as it has come */
              readonly cells: readonly (components['schemas']['ExperimentCell'] & {
                readonly run?: string
                /** @description why there is no run */
                readonly refused?: string
                /** @description with the output of the first variant, 0 to 1 */
                readonly agreement: number | null
              })[]
              /** @description one for each variant */
              readonly summary: readonly components['schemas']['VariantSummary'][]
            }
          }
        }
      }
    }
    /** Forget an experiment; its runs stay */
    readonly delete: {
      readonly parameters: { readonly path: { readonly id: string } }
      readonly responses: {
        /** @description Forgotten */
        readonly 204: {}
      }
    }
  }
  readonly '/api/experiments/{id}/cancel': {
    /** Start no more of its runs and stop those under way */
    readonly post: {
      readonly parameters: { readonly path: { readonly id: string } }
      readonly responses: {
        /** @description Asked to stop */
        readonly 202: { content: { readonly 'application/json': { readonly id: string } } }
      }
    }
  }
  readonly '/api/tools/{name}/both-ways': {
    /** Do recorded Calls of a Tool both ways: once by its Activity, several times by a model */
    readonly post: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description the Idea that holds the Tool; that of the newest Call unless given */
            readonly idea?: string
            /** @description recorded Calls; the newest ones unless given */
            readonly calls?: readonly { readonly run: string; readonly span: string }[]
            /** @description how many of the newest Calls; default 10 */
            readonly limit?: number
            /** @description how often the model does each Call; default 3 */
            readonly times?: number
            readonly model?: string
            /** @description its function; the one that does the work now unless given */
            readonly activity?: string
            readonly profile?: string
            /** @description its schema, in the place of the one in the file */
            readonly tool?: Record<string, unknown>
          }
        }
      }
      readonly responses: {
        /** @description Started */
        readonly 202: { content: { readonly 'application/json': { readonly id: string; readonly url: string } } }
      }
    }
  }
  readonly '/api/both-ways/{id}': {
    /** The Calls of a Tool done both ways, row by row, as far as they have come */
    readonly get: {
      readonly parameters: { readonly path: { readonly id: string } }
      readonly responses: {
        /** @description Each of the model's results judged against the function's */
        readonly 200: {
          content: {
            readonly 'application/json': {
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
              /** @constant */
              readonly cancelled?: true
              readonly rows: readonly {
                readonly run: string
                readonly span: string
                readonly call: components['schemas']['JsonObject']
                readonly explicit: {
                  readonly run?: string
                  /**
                   * @description absent while it is under way
                   * @enum {unknown}
                   */
                  readonly status?: 'done' | 'invalid' | 'waiting'
                  readonly result?: components['schemas']['Json']
                  readonly error?: string
                  readonly ms?: number
                  readonly cost?: number | null
                }
                readonly latent: readonly {
                  readonly run?: string
                  /**
                   * @description absent while it is under way
                   * @enum {unknown}
                   */
                  readonly status?: 'done' | 'invalid' | 'waiting'
                  readonly result?: components['schemas']['Json']
                  readonly error?: string
                  readonly ms?: number
                  readonly cost?: number | null
                  /** @enum {unknown} */
                  readonly verdict?: 'equal' | 'different' | 'invalid'
                  /** @description from the function's result to the model's */
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
                /** @description share of the judged results that are equal */
                readonly agreement: number | null
                /** @description mean share of equal leaves over valid results */
                readonly likeness: number | null
                readonly explicit: {
                  readonly medianMs: number | null
                  /** @description USD; null where no price is known */
                  readonly cost: number | null
                }
                readonly latent: {
                  readonly medianMs: number | null
                  /** @description USD; null where no price is known */
                  readonly cost: number | null
                }
              }
            }
          }
        }
      }
    }
  }
  readonly '/api/runs/{id}/events': {
    /** The Journal of a run, live or as JSON */
    readonly get: {
      readonly parameters: {
        readonly query?: {
          readonly after?: string
          readonly limit?: number
          readonly pack?: number
          readonly brief?: boolean
        }
        readonly path: { readonly id: string }
      }
      readonly responses: {
        /** @description One event per message; with Accept: application/json `{ events, next }` */
        readonly 200: {
          content: {
            readonly 'text/event-stream': components['schemas']['JournalEvent']
            readonly 'application/json': {
              readonly events: readonly components['schemas']['JournalEvent'][]
              /** @description the `after` of the page after it */
              readonly next: number | null
            }
          }
        }
        /** @description Nothing comes after that id: the run has ended */
        readonly 204: {}
      }
    }
  }
  readonly '/api/runs/{id}/bodies/{hash}': {
    /** A value over 4 KiB that an event has as its hash */
    readonly get: {
      readonly parameters: { readonly path: { readonly id: string; readonly hash: string } }
      readonly responses: {
        /** @description The JSON text */
        readonly 200: { content: { readonly 'application/json': components['schemas']['Json'] } }
      }
    }
  }
  readonly '/api/runs/{id}/artifacts': {
    /** Files that the run’s Activities produced */
    readonly get: {
      readonly parameters: { readonly path: { readonly id: string } }
      readonly responses: {
        /** @description In order of creation */
        readonly 200: {
          content: {
            readonly 'application/json': readonly {
              /** @description its name, as a result holds it */
              readonly $artifact: string
              readonly name: string
              readonly type: string
              readonly bytes: number
              readonly sha256: string
              /** @description the id of the Call that made it */
              readonly call: string
            }[]
          }
        }
      }
    }
  }
  readonly '/api/runs/{id}/artifacts/{name}': {
    /** One file, whole or in part */
    readonly get: {
      readonly parameters: { readonly path: { readonly id: string; readonly name: string } }
      readonly responses: {
        /** @description The bytes */
        readonly 200: { content: { readonly '*/*': unknown } }
      }
    }
  }
  readonly '/api/approvals': {
    /** Calls that wait for a decision */
    readonly get: {
      readonly parameters: { readonly query?: { readonly status?: 'open' } }
      readonly responses: {
        /** @description Over all runs */
        readonly 200: { content: { readonly 'application/json': readonly components['schemas']['OpenApproval'][] } }
      }
    }
  }
  readonly '/api/runs/{id}/approvals/{callId}': {
    /** Decide on a Call: approve, edit, answer by hand or refuse */
    readonly post: {
      readonly parameters: { readonly path: { readonly id: string; readonly callId: string } }
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @enum {unknown} */
            readonly decision: 'approve' | 'edit' | 'answer' | 'refuse'
            /** @description as in approval.requested */
            readonly hash?: string
            /** @description as in the list: the Call may be asked about again */
            readonly question?: number
            /** @description edit: the complete new parameters */
            readonly call?: Record<string, unknown>
            /** @description answer: the result */
            readonly result?: unknown
            readonly reason?: string
          }
        }
      }
      readonly responses: {
        /** @description Taken */
        readonly 202: { content: { readonly 'application/json': { readonly run: string; readonly callId: string } } }
      }
    }
  }
  readonly '/api/runs/{id}/breakpoints': {
    /** Where the run waits from now on; an empty list lets it continue */
    readonly put: {
      readonly parameters: { readonly path: { readonly id: string } }
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            readonly breakpoints: readonly {
              readonly tool?: string
              readonly idea?: string
              /** @constant */
              readonly on?: 'error'
            }[]
          }
        }
      }
      readonly responses: {
        /** @description Set */
        readonly 200: { content: { readonly 'application/json': Record<string, unknown> } }
      }
    }
  }
  readonly '/api/runs/{id}/step': {
    /** Continue from a breakpoint */
    readonly post: {
      readonly parameters: { readonly path: { readonly id: string } }
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @enum {unknown} */
            readonly mode: 'over' | 'into' | 'out' | 'continue'
          }
        }
      }
      readonly responses: {
        /** @description Goes on */
        readonly 202: { content: { readonly 'application/json': { readonly id: string } } }
      }
    }
  }
  readonly '/api/secrets/{name}': {
    /** Keeps the value behind secret://NAME; no route gives it back */
    readonly put: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description From 8 to 8192 characters */
            readonly value: string
          }
        }
      }
      readonly responses: {
        /** @description Kept */
        readonly 204: {}
      }
    }
  }
  readonly '/api/mcp/servers': {
    /** The MCP servers that mcp.json names, with their state; nothing is started */
    readonly get: {
      readonly responses: {
        /** @description In the order of mcp.json; `problems` says what in it cannot be used */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly servers: readonly {
                readonly name: string
                /** @enum {unknown} */
                readonly type: 'stdio' | 'http'
                /** @description the command line or the address, without keys */
                readonly target: string
                /** @description how long it has to start and list its tools */
                readonly startTimeoutMs: number
                /** @enum {unknown} */
                readonly state: 'idle' | 'starting' | 'ready' | 'failed' | 'disabled'
                /** Format: date-time */
                readonly since: string
                /** @description why it failed, in a sentence */
                readonly error?: string
                /**
                 * Format: date-time
                 * @description a Call before this time waits for it
                 */
                readonly retryAt?: string
                readonly pid?: number
                /** @description the revision that was agreed on */
                readonly protocol?: string
                readonly starts: number
                readonly tools: number
                /** @enum {unknown} */
                readonly approval: 'none' | 'current' | 'changed'
                /** @description tools that run unasked, or twice, because they were approved before that asked by default */
                readonly earlier: number
                /** @description what an approval of its tools sends back; null while they are not known */
                readonly hash: string | null
              }[]
              readonly problems: readonly string[]
            }
          }
        }
      }
    }
  }
  readonly '/api/mcp/servers/{name}/tools': {
    /** The tools of a server as Tools: those it listed last, or those that were approved */
    readonly get: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly responses: {
        /** @description Each with its standing against what was approved */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly tools: readonly {
                /** @description of the Tool and its Activity: SERVER__TOOL */
                readonly name: string
                /** @description as the server calls it */
                readonly remote: string
                readonly title?: string
                readonly description?: string
                /** @enum {unknown} */
                readonly standing: 'approved' | 'new' | 'changed' | 'gone'
                /** @description the server says that it changes nothing */
                readonly readOnly: boolean
                /** @description a person confirms each Call, by the server or by mcp.json */
                readonly destructive: boolean
                /** @description a Call may run again after a crash in the middle of it */
                readonly idempotent: boolean
                readonly rule: {
                  /**
                   * @description whether a person confirms each Call
                   * @enum {unknown}
                   */
                  readonly approval?: 'required' | 'never'
                  /** @description whether a Call may run again after a crash */
                  readonly idempotent?: boolean
                }
                /** @description approved before tools asked by default: only the Tool in the Idea decides whether its Calls ask */
                readonly earlier: boolean
                /** @description the Tool */
                readonly schema: components['schemas']['JsonObject']
                /** @description the Tool as it was approved, where it is `changed` */
                readonly was?: components['schemas']['JsonObject']
                /** @description what a Tool has no place for */
                readonly lost: readonly { readonly path: string; readonly what: string }[]
                /** @description why it cannot be used */
                readonly problem?: string
              }[]
            }
          }
        }
      }
    }
  }
  readonly '/api/mcp/servers/{name}/log': {
    /** The newest lines of what a server wrote and what became of it */
    readonly get: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly responses: {
        /** @description Oldest first */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly lines: readonly {
                /** Format: date-time */
                readonly at: string
                /** @enum {unknown} */
                readonly from: 'state' | 'server' | 'stderr'
                readonly text: string
              }[]
            }
          }
        }
      }
    }
  }
  readonly '/api/mcp/servers/{name}/start': {
    /** Start a server, where it does not run, and read its tools; its state says whether it did */
    readonly post: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly responses: {
        /** @description The server as it is now */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly name: string
              /** @enum {unknown} */
              readonly type: 'stdio' | 'http'
              /** @description the command line or the address, without keys */
              readonly target: string
              /** @description how long it has to start and list its tools */
              readonly startTimeoutMs: number
              /** @enum {unknown} */
              readonly state: 'idle' | 'starting' | 'ready' | 'failed' | 'disabled'
              /** Format: date-time */
              readonly since: string
              /** @description why it failed, in a sentence */
              readonly error?: string
              /**
               * Format: date-time
               * @description a Call before this time waits for it
               */
              readonly retryAt?: string
              readonly pid?: number
              /** @description the revision that was agreed on */
              readonly protocol?: string
              readonly starts: number
              readonly tools: number
              /** @enum {unknown} */
              readonly approval: 'none' | 'current' | 'changed'
              /** @description tools that run unasked, or twice, because they were approved before that asked by default */
              readonly earlier: number
              /** @description what an approval of its tools sends back; null while they are not known */
              readonly hash: string | null
            }
          }
        }
      }
    }
  }
  readonly '/api/mcp/servers/{name}/stop': {
    /** Stop a server; the next Call starts it again */
    readonly post: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly responses: {
        /** @description The server as it is now */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly name: string
              /** @enum {unknown} */
              readonly type: 'stdio' | 'http'
              /** @description the command line or the address, without keys */
              readonly target: string
              /** @description how long it has to start and list its tools */
              readonly startTimeoutMs: number
              /** @enum {unknown} */
              readonly state: 'idle' | 'starting' | 'ready' | 'failed' | 'disabled'
              /** Format: date-time */
              readonly since: string
              /** @description why it failed, in a sentence */
              readonly error?: string
              /**
               * Format: date-time
               * @description a Call before this time waits for it
               */
              readonly retryAt?: string
              readonly pid?: number
              /** @description the revision that was agreed on */
              readonly protocol?: string
              readonly starts: number
              readonly tools: number
              /** @enum {unknown} */
              readonly approval: 'none' | 'current' | 'changed'
              /** @description tools that run unasked, or twice, because they were approved before that asked by default */
              readonly earlier: number
              /** @description what an approval of its tools sends back; null while they are not known */
              readonly hash: string | null
            }
          }
        }
      }
    }
  }
  readonly '/api/mcp/servers/{name}/approve': {
    /** Approve the tools that a server lists; Calls of others ask a person, as do those of a server's that changed */
    readonly post: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description as in the server that was shown */
            readonly hash: string
          }
        }
      }
      readonly responses: {
        /** @description The server as it is now */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly name: string
              /** @enum {unknown} */
              readonly type: 'stdio' | 'http'
              /** @description the command line or the address, without keys */
              readonly target: string
              /** @description how long it has to start and list its tools */
              readonly startTimeoutMs: number
              /** @enum {unknown} */
              readonly state: 'idle' | 'starting' | 'ready' | 'failed' | 'disabled'
              /** Format: date-time */
              readonly since: string
              /** @description why it failed, in a sentence */
              readonly error?: string
              /**
               * Format: date-time
               * @description a Call before this time waits for it
               */
              readonly retryAt?: string
              readonly pid?: number
              /** @description the revision that was agreed on */
              readonly protocol?: string
              readonly starts: number
              readonly tools: number
              /** @enum {unknown} */
              readonly approval: 'none' | 'current' | 'changed'
              /** @description tools that run unasked, or twice, because they were approved before that asked by default */
              readonly earlier: number
              /** @description what an approval of its tools sends back; null while they are not known */
              readonly hash: string | null
            }
          }
        }
      }
    }
  }
  readonly '/api/mcp/servers/{name}/tools/{tool}/rule': {
    /** Say in mcp.json whether a tool asks before each Call and may run again; {} leaves both to its server */
    readonly put: {
      readonly parameters: { readonly path: { readonly name: string; readonly tool: string } }
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /**
             * @description whether a person confirms each Call
             * @enum {unknown}
             */
            readonly approval?: 'required' | 'never'
            /** @description whether a Call may run again after a crash */
            readonly idempotent?: boolean
          }
        }
      }
      readonly responses: {
        /** @description The server as it is now */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly name: string
              /** @enum {unknown} */
              readonly type: 'stdio' | 'http'
              /** @description the command line or the address, without keys */
              readonly target: string
              /** @description how long it has to start and list its tools */
              readonly startTimeoutMs: number
              /** @enum {unknown} */
              readonly state: 'idle' | 'starting' | 'ready' | 'failed' | 'disabled'
              /** Format: date-time */
              readonly since: string
              /** @description why it failed, in a sentence */
              readonly error?: string
              /**
               * Format: date-time
               * @description a Call before this time waits for it
               */
              readonly retryAt?: string
              readonly pid?: number
              /** @description the revision that was agreed on */
              readonly protocol?: string
              readonly starts: number
              readonly tools: number
              /** @enum {unknown} */
              readonly approval: 'none' | 'current' | 'changed'
              /** @description tools that run unasked, or twice, because they were approved before that asked by default */
              readonly earlier: number
              /** @description what an approval of its tools sends back; null while they are not known */
              readonly hash: string | null
            }
          }
        }
      }
    }
  }
  readonly '/api/mcp/servers/{name}/tools/{tool}/add': {
    /** Give a server's tool to an Idea, as a Tool with its schema written into the Idea's file */
    readonly post: {
      readonly parameters: { readonly path: { readonly name: string; readonly tool: string } }
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            readonly idea: string
            /** @description what the Tool is called in the Idea; its own name where absent */
            readonly as?: string
            /** @description the Idea's ETag that was read */
            readonly ifMatch?: string
          }
        }
      }
      readonly responses: {
        /** @description Written */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly file: string
              readonly etag: string
              readonly tool: string
              readonly problems: readonly components['schemas']['Problem'][]
            }
          }
        }
      }
    }
  }
  readonly '/api/activities/try': {
    /** Run sandboxed code, or send the request of an HTTP activity, once with a Call; nothing is stored or journaled */
    readonly post: {
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description JavaScript: export default (call, context) => result */
            readonly code?: string
            /** @description a definition as under activities.http of ensemble.json */
            readonly http?: Record<string, unknown>
            readonly call?: Record<string, unknown>
            readonly state?: Record<string, unknown>
          }
        }
      }
      readonly responses: {
        /** @description Its result, or the error for its author */
        readonly 200: {
          content: {
            readonly 'application/json': {
              readonly ok: boolean
              readonly result?: components['schemas']['Json']
              /** @description what went wrong, with its line */
              readonly message?: string
              /** @description the entry of egress.hosts that would let the request out */
              readonly allow?: string
              readonly logs: readonly { readonly level: string; readonly text: string }[]
              readonly ms: number
            }
          }
        }
      }
    }
  }
  readonly '/api/activities/{name}': {
    /** The code of a sandboxed Activity */
    readonly get: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly responses: {
        /** @description With the ETag of its file */
        readonly 200: {
          content: {
            readonly 'application/json': {
              /** @description JavaScript: export default (call, context) => result */
              readonly code: string
            }
          }
        }
      }
    }
    /** Save sandboxed code; it serves the Calls that start from now on */
    readonly put: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description JavaScript: export default (call, context) => result */
            readonly code: string
          }
        }
      }
      readonly responses: {
        /** @description Saved */
        readonly 200: { content: { readonly 'application/json': { readonly etag: string } } }
      }
    }
    /** Delete a sandboxed Activity */
    readonly delete: {
      readonly parameters: { readonly path: { readonly name: string } }
      readonly responses: {
        /** @description Deleted */
        readonly 204: {}
      }
    }
  }
  readonly '/api/egress': {
    /** The hosts that may be reached, and those that were refused, with what would allow them */
    readonly get: {
      readonly responses: {
        /** @description Hosts and refusals */
        readonly 200: {
          content: {
            readonly 'application/json': {
              /** @description egress.hosts of ensemble.json */
              readonly hosts: readonly string[]
              /** @description Since the server started, the newest first; those that are allowed by now are left out */
              readonly refused: readonly {
                readonly host: string
                readonly message: string
                /** @description the entry of egress.hosts that lets it out, where one does */
                readonly allow?: string
                readonly at: string
                readonly times: number
              }[]
            }
          }
        }
      }
    }
  }
  readonly '/api/losses': {
    /** Recorded runs that a damaged database or log has cost, and damage found since the start */
    readonly get: {
      readonly responses: {
        /** @description Losses that are not dismissed yet */
        readonly 200: {
          content: {
            readonly 'application/json': readonly {
              readonly at: string
              /**
               * @description damaged: bytes of the database or its log were changed; missing: the end of its log is gone, the rest is whole; found: the open database is damaged, nothing more is recorded, and a restart carries over every whole run
               * @enum {unknown}
               */
              readonly type: 'damaged' | 'missing' | 'found'
              /** @description runs that are there; 0 for found */
              readonly kept: number
              readonly lost: readonly {
                readonly run: string
                /** @description where it can still be read */
                readonly idea?: string
              }[]
              /** @description runs that lack a large value, what people said about them, or the hash of their last event */
              readonly incomplete: readonly string[]
              /** @description lost runs of which nothing is left, not even the id */
              readonly unnamed: number
              /** @description the run whose last recorded change is gone */
              readonly behind?: string
              /** @description the file in .ensemble that the damaged database is kept as */
              readonly aside?: string
            }[]
          }
        }
      }
    }
    /** Dismisses them: a person has seen them */
    readonly delete: {
      readonly responses: {
        /** @description Dismissed */
        readonly 204: {}
      }
    }
  }
  readonly '/api/events': {
    /** One stream for a page: runs, files, approvals, and the Journals it asks for */
    readonly get: {
      readonly parameters: { readonly query?: { readonly from?: string } }
      readonly responses: {
        /** @description Arrays of values told apart by `type` */
        readonly 200: { content: { readonly 'text/event-stream': unknown } }
      }
    }
  }
  readonly '/api/openapi.json': {
    /** This description */
    readonly get: {
      readonly responses: {
        /** @description OpenAPI 3.1 */
        readonly 200: { content: { readonly 'application/json': Record<string, unknown> } }
      }
    }
  }
}
export type webhooks = Record<string, never>
export interface components {
  schemas: {
    /** @description Any JSON value */
    readonly Json: Json
    /** @description Any JSON object */
    readonly JsonObject: JsonObject
    /** @description As `config` of an Idea */
    readonly Config: Config
    readonly Profile: Profile
    readonly Capabilities: Capabilities
    readonly Finding: Finding
    /** @description What models cost, and when that was looked up; edited in ensemble.json */
    readonly PriceTable: PriceTable
    readonly CallVerdict: CallVerdict
    readonly OpenApproval: OpenApproval
    readonly ReplayReport: ReplayReport
    readonly BlastRadius: BlastRadius
    readonly AgainAnswer: AgainAnswer
    /** @description the first turn that changes */
    readonly CaseChange: CaseChange
    readonly JudgedExpectation: JudgedExpectation
    readonly ExperimentCell: ExperimentCell
    readonly VariantSummary: VariantSummary
    readonly Problem: Problem
    readonly Run: Run
    readonly Expectation: Expectation
    readonly CaseReport: {
      readonly name: string
      /** @enum {unknown} */
      readonly status: 'passed' | 'changed' | 'failed' | 'broken'
      readonly change: components['schemas']['CaseChange'] | null
      readonly expectations: readonly components['schemas']['JudgedExpectation'][]
      readonly run?: string
      readonly message?: string
    }
    readonly Usage: Usage
    readonly JournalEvent: JournalEvent
    readonly Graph: Graph
    readonly ListedWorkspace: {
      /** @description in the list and in its address */
      readonly name: string
      readonly folder: string
      /** @description of its page on this server */
      readonly address: string
      /** Format: date-time */
      readonly openedAt: string
      /**
       * @description Whether its folder can be opened
       * @enum {unknown}
       */
      readonly state: 'ready' | 'gone' | 'notWorkspace'
      readonly ideas: number
      /** @description This server has it open */
      readonly isOpen: boolean
      /** @description Where it is open */
      readonly runs?: { readonly running: number; readonly waiting: number }
    }
    readonly Outline: {
      /** @description Drawn or not */
      readonly ideas: number
      readonly nodes: readonly {
        readonly name: string
        readonly tools: number
        /** @description where the layout file says it */
        readonly x?: number
        readonly y?: number
      }[]
      /** @description Places in `nodes`: who delegates to whom */
      readonly edges: readonly (readonly [number, number])[]
    }
    readonly CallError: CallError
  }
  responses: never
  parameters: never
  requestBodies: never
  headers: never
  pathItems: never
}
export type $defs = Record<string, never>
export type operations = Record<string, never>
