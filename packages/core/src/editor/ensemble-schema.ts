import { APIS, PROVIDER_APIS } from '../model/model.ts'
import type { JsonObject } from '../schema/json.ts'
import { DEFAULT_SEVERITIES } from '../tool/lint-finding.ts'
import { PROBLEM_CODES } from '../tool/problem-codes.ts'
import { CONFIG_SCHEMA } from './config-schema.ts'
import { DIALECT, ref, SHARED_DEFS } from './published-schema.ts'

const TARGET: JsonObject = {
  description: 'An Activity, "" for the model itself, or weights among them.',
  anyOf: [
    { type: 'string' },
    {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: {
          to: { type: 'string', description: 'An Activity, or "" for the model itself.' },
          weight: { type: 'number', minimum: 0, description: 'How often, in proportion.' },
        },
        required: ['to', 'weight'],
        additionalProperties: false,
      },
    },
  ],
}

const PROFILE: JsonObject = {
  type: 'object',
  description: 'How Tools are executed: bindings that live in the workspace, not in Ideas.',
  properties: {
    tools: {
      type: 'object',
      description: 'The target of each Tool by name.',
      additionalProperties: {
        anyOf: [
          ref('target'),
          {
            type: 'object',
            properties: {
              default: { ...ref('target'), description: 'For every Idea that "ideas" does not name.' },
              ideas: {
                type: 'object',
                description: 'By the name of the Idea that calls.',
                additionalProperties: ref('target'),
              },
              per: {
                enum: ['run', 'input', 'idea'],
                default: 'run',
                description:
                  'What keeps its arm: each run draws again, equal inputs draw alike, or all runs of an Idea.',
              },
            },
            anyOf: [{ required: ['default'] }, { required: ['ideas'] }],
            additionalProperties: false,
          },
        ],
      },
    },
    activities: {
      type: 'object',
      description: 'Another implementation behind the name of an Activity, whichever way a Tool came to that name.',
      additionalProperties: { type: 'string' },
    },
    config: { ...ref('config'), description: 'Settings while this profile is active.' },
    missing: { enum: ['latent', 'error'], description: 'What happens if a named Activity is missing.' },
  },
  additionalProperties: false,
}

const BODY_TEMPLATE: JsonObject = {
  description: 'A value to send; "{name}" in its texts is replaced by a parameter, secret://NAME by a secret.',
}

const HTTP_ACTIVITY: JsonObject = {
  type: 'object',
  description: 'A Call becomes one HTTP request, its answer the result.',
  properties: {
    description: { type: 'string', description: 'For people.' },
    method: { enum: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'], default: 'GET', description: 'Of the request.' },
    url: {
      type: 'string',
      pattern: '^https?://[^/?#{}]+',
      description: 'The address. {name} in its path or query is replaced by that parameter.',
      examples: ['https://api.example.com/users/{id}?q={words}'],
    },
    headers: {
      type: 'object',
      description: 'Texts with {name} for a parameter and secret://NAME for a secret.',
      additionalProperties: { type: 'string' },
    },
    body: ref('bodyTemplate'),
    result: {
      description: 'Where the result is in the answer, or where each of its members is.',
      anyOf: [
        { type: 'string', pattern: '^(/|$)' },
        { type: 'object', additionalProperties: { type: 'string', pattern: '^(/|$)' } },
      ],
    },
    timeoutMs: { type: 'number', exclusiveMinimum: 0, default: 30_000, description: 'How long an answer may take.' },
    approval: {
      const: 'required',
      description: 'A person confirms every Call of this Activity, whichever Tool and Idea it comes from.',
    },
  },
  required: ['url'],
  additionalProperties: false,
}

const USE: JsonObject = {
  type: 'object',
  properties: {
    page: { type: 'boolean', default: false, description: 'Shows /use/NAME to everyone who reaches the server.' },
    embedIn: {
      type: 'array',
      items: { type: 'string', pattern: '^https?://' },
      description: 'Origins whose pages may embed that page, such as https://example.com.',
    },
    webhook: {
      type: 'string',
      pattern: '^secret://',
      description: 'secret://NAME: the key that senders sign with, as standardwebhooks.com says.',
    },
    schedule: {
      type: 'object',
      description: 'When the Idea runs by itself, once a person switched this on.',
      properties: {
        cron: {
          type: 'string',
          description: 'Minute, hour, day of the month, month, day of the week.',
          examples: ['0 9 * * 1-5'],
        },
        timeZone: { type: 'string', default: 'UTC', description: 'Whose clock counts.', examples: ['Europe/Berlin'] },
        input: { description: 'The input of each run.' },
        catchUp: {
          type: 'boolean',
          default: false,
          description: 'Whether the last time missed while the server was off is made up for.',
        },
      },
      required: ['cron'],
      additionalProperties: false,
    },
    limits: {
      type: 'object',
      properties: {
        perMinute: { type: 'integer', minimum: 1, description: 'Runs that one caller may start in a minute.' },
        atOnce: { type: 'integer', minimum: 1, description: 'Runs that one caller may have under way.' },
        perDay: { type: 'integer', minimum: 1, description: 'Runs that all callers together may start in a day.' },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
}

const CODES = Object.keys(PROBLEM_CODES)

/** `docs/schemas/ensemble.schema.json`: the settings of a workspace. */
export const ENSEMBLE_SCHEMA: JsonObject = {
  $schema: DIALECT,
  title: 'ensemble.json',
  description: 'Settings of a workspace.',
  type: 'object',
  properties: {
    $schema: { type: 'string', description: 'The address of this schema, for editors.' },
    version: { const: 1, description: 'The version of this file.' },
    name: { type: 'string', description: 'The name of the workspace.' },
    model: { type: 'string', description: 'The model unless an Idea says another.' },
    profile: { type: 'string', description: 'The active profile; offline without a key.' },
    profiles: { type: 'object', description: 'Profiles by name.', additionalProperties: ref('profile') },
    config: { ...ref('config'), description: 'Settings of all Ideas.' },
    endpoints: {
      type: 'object',
      description: 'OpenAI-compatible endpoints by name.',
      additionalProperties: {
        type: 'object',
        properties: {
          baseUrl: {
            type: 'string',
            pattern: '^(https?://|file:.+\\.[Gg][Gg][Uu][Ff]$)',
            description:
              'The address to which /chat/completions is added; it may have parameters. Or file: and the path of a GGUF file, for a model in this process by the package node-llama-cpp.',
          },
          key: {
            type: 'string',
            pattern: '^secret://',
            description: 'secret://NAME, sent as a bearer token. The file never holds the key itself.',
          },
          tokenCommand: {
            type: 'array',
            items: { type: 'string' },
            minItems: 1,
            description:
              'A program and its arguments that prints a key which ends, such as an Entra token; in place of key. It runs once you approved it with: ensemble doctor --approve NAME.',
          },
          headers: {
            ...texts(),
            description: 'Headers of every request, such as { "api-key": "secret://AZURE" }. A key is a reference.',
          },
          query: {
            ...texts(),
            description: 'Parameters of every address, such as { "api-version": "2024-10-21" }.',
          },
          body: {
            type: 'object',
            description: 'Members of every request body that Ensemble does not write itself, such as service_tier.',
          },
          api: {
            enum: [...APIS, ...PROVIDER_APIS],
            description:
              'Chat Completions, the Responses API, or a provider’s own API, which needs a package of the AI SDK. Without it, a test of the model chooses between the first two, or a refusal of the endpoint.',
          },
          ca: {
            type: 'string',
            minLength: 1,
            description:
              'A file of certificates (PEM) of the authority that signs this endpoint’s own, in the workspace or by its whole path.',
          },
          concurrency: { type: 'integer', minimum: 1, default: 8, description: 'Requests at the same time.' },
          limits: {
            type: 'object',
            description: 'What the endpoint takes in a minute, over all Runs; further Requests wait for their turn.',
            properties: {
              requestsPerMinute: { type: 'integer', minimum: 1, description: 'Requests in any minute.' },
              tokensPerMinute: {
                type: 'integer',
                minimum: 1,
                description: 'Tokens of questions and answers in any minute.',
              },
            },
            additionalProperties: false,
          },
          fallback: {
            type: 'array',
            items: { type: 'string', pattern: '^[^/]+/.' },
            description:
              'Models that are asked in this order if this endpoint is busy, fails or does not answer in time, such as ["other/model"].',
          },
        },
        required: ['baseUrl'],
        additionalProperties: false,
      },
    },
    limits: { ...limits(), description: 'Limits of all Runs.' },
    otel: {
      type: 'object',
      description: 'Where Runs go as spans of OpenTelemetry; the environment variables of OpenTelemetry override this.',
      properties: {
        endpoint: {
          type: 'string',
          pattern: '^https?://',
          description: 'A collector that takes OTLP over HTTP; spans go to /v1/traces below it.',
        },
        key: { type: 'string', pattern: '^secret://', description: 'secret://NAME, sent as a bearer token.' },
        content: {
          type: 'boolean',
          default: false,
          description: 'Whether prompts, answers, parameters and results go along.',
        },
      },
      additionalProperties: false,
    },
    retention: {
      type: 'object',
      additionalProperties: false,
      description: 'How long ended runs are kept. All of them if none of these is set.',
      properties: {
        days: { type: 'number', exclusiveMinimum: 0, description: 'Days after their end.' },
        runs: { type: 'integer', minimum: 1, description: 'How many, the newest first.' },
        bytes: {
          type: 'integer',
          minimum: 1,
          description: 'Bytes that all runs may take on the disk; the oldest go first.',
        },
      },
    },
    approvals: {
      type: 'object',
      description: 'What happens to a Call that waits for a person and gets no answer.',
      properties: {
        expireAfter: { type: ['integer', 'string'], description: 'How long a Call waits for a person.' },
        onExpiry: { enum: ['refuse'], description: 'What happens then.' },
      },
      additionalProperties: false,
    },
    activities: {
      type: 'object',
      properties: {
        missing: {
          enum: ['latent', 'error'],
          default: 'latent',
          description: 'What happens if a named Activity is missing.',
        },
        http: {
          type: 'object',
          description: 'Activities that are HTTP requests, by name; list their hosts in egress.hosts.',
          additionalProperties: ref('httpActivity'),
        },
      },
      additionalProperties: false,
    },
    prices: {
      type: 'object',
      description:
        'What models cost, over the built-in prices, which are defaults to be edited. USD for a million tokens; budgets in cost are held by them.',
      properties: {
        date: { type: 'string', format: 'date', description: 'When these prices were looked up.' },
        models: {
          type: 'object',
          description: 'By the model as it is named in a Run, or without its endpoint and release date.',
          additionalProperties: {
            type: 'object',
            properties: {
              input: { type: 'number', minimum: 0, description: 'Of input.' },
              cachedInput: { type: 'number', minimum: 0, description: "Of input read from the provider's cache." },
              output: { type: 'number', minimum: 0, description: 'Of output, reasoning included.' },
            },
            required: ['input', 'output'],
            additionalProperties: false,
          },
        },
      },
      required: ['date'],
      additionalProperties: false,
    },
    models: {
      type: 'object',
      description:
        'What models take and give at most, in tokens, by the names of prices; over the built-in limits. A Request that cannot fit is not sent. An empty entry says that the limits are not known.',
      additionalProperties: {
        type: 'object',
        properties: {
          contextWindow: { type: 'integer', minimum: 1, description: 'Question and answer together.' },
          maxOutput: { type: 'integer', minimum: 1, description: 'One answer, its reasoning included.' },
        },
        additionalProperties: false,
      },
    },
    egress: {
      type: 'object',
      description: 'Hosts that Tools can reach in addition to the endpoints.',
      properties: { hosts: { type: 'array', items: { type: 'string' } } },
      additionalProperties: false,
    },
    untrusted: {
      type: 'object',
      description:
        'Values from outside that are not trusted. ensemble origin RUN --untrusted shows which Calls descend from them.',
      properties: {
        activities: {
          type: 'array',
          items: { type: 'string' },
          description: 'Activities whose results are not trusted, such as one that reads web pages.',
        },
        imports: {
          type: 'array',
          items: { type: 'string', pattern: '^(?:input|text|state|data:.+)$' },
          description: 'Parts of a context, named as in _imports: input (of the run itself), text, state, data:KIND.',
        },
      },
      additionalProperties: false,
    },
    use: {
      type: 'object',
      description: 'How others use Ideas, by the name of the Idea. All is off unless it is switched on here.',
      additionalProperties: ref('use'),
    },
    lint: {
      type: 'object',
      description: 'Severities by code; off silences one.',
      properties: Object.fromEntries(
        CODES.filter((code) => Object.hasOwn(DEFAULT_SEVERITIES, code) || code === 'file.comment').map((code) => [
          code,
          { ...ref('severity'), description: reasonOf(code) },
        ]),
      ),
      additionalProperties: ref('severity'),
    },
  },
  required: ['version'],
  additionalProperties: false,
  $defs: {
    ...SHARED_DEFS,
    profile: PROFILE,
    target: TARGET,
    httpActivity: HTTP_ACTIVITY,
    use: USE,
    bodyTemplate: BODY_TEMPLATE,
    severity: { enum: ['error', 'warning', 'info', 'off'] },
  },
}

function texts(): JsonObject {
  return { type: 'object', additionalProperties: { type: 'string' } }
}

function limits(): JsonObject {
  return (CONFIG_SCHEMA.properties as JsonObject).limits as JsonObject // both written in config-schema.ts
}

function reasonOf(code: string): string {
  return Object.entries(PROBLEM_CODES).find(([known]) => known === code)?.[1] ?? code
}
