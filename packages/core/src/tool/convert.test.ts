import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../schema/json.ts'
import { createValidator } from '../schema/validate.ts'
import { detectFormat, exportTool, importTools, TOOL_FORMATS } from './convert.ts'
import { normaliseTool } from './normalise.ts'

const json = (value: Json): string => JSON.stringify(value)

describe('importing a Tool', () => {
  it.each<[string, Json, string, Json | undefined]>([
    ['query', { type: 'apiKey', in: 'query', name: 'api_key' }, '?q={q}&api_key=secret://MINE_KEY', undefined],
    ['cookie', { type: 'apiKey', in: 'cookie', name: 'sid' }, '?q={q}', { cookie: 'sid=secret://MINE_KEY' }],
    ['header', { type: 'apiKey', in: 'header', name: 'X-Key' }, '?q={q}', { 'x-key': 'secret://MINE_KEY' }],
    ['basic', { type: 'http', scheme: 'basic' }, '?q={q}', { authorization: 'Basic secret://MINE_KEY' }],
  ])('sends the key of an OpenAPI operation by reference: %s', (_, scheme, query, headers) => {
    const document = {
      openapi: '3.0.3',
      servers: [{ url: 'https://api.example.com' }],
      security: [{ mine: [] }],
      components: { securitySchemes: { mine: scheme } },
      paths: { '/things': { get: { parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }] } } },
    }
    const { tools, lost } = importTools(JSON.stringify(document))
    expect(tools[0]?.http).toEqual({
      url: `https://api.example.com/things${query}`,
      ...(headers !== undefined && { headers }),
    })
    expect(lost.map(({ what }) => what)).toContain(
      'Give the key as secret://MINE_KEY: the document says only that there is one.',
    )
  })

  it('fills in the HTTP Activity of an OpenAPI operation: address, query, body and a key by reference', () => {
    const document = {
      openapi: '3.1.0',
      servers: [{ url: 'https://{region}.example.com/v1/', variables: { region: { default: 'eu' } } }],
      security: [{ apiToken: [] }],
      components: { securitySchemes: { apiToken: { type: 'http', scheme: 'bearer' } } },
      paths: {
        '/users/{id}': {
          get: {
            operationId: 'getUser',
            summary: 'Gets a user.',
            parameters: [
              { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
              { name: 'fields', in: 'query', schema: { type: 'string' } },
            ],
          },
        },
        '/tags': {
          put: {
            operationId: 'setTags',
            requestBody: { required: true, content: { 'application/json': { schema: { type: 'array' } } } },
          },
        },
      },
    }
    const { tools, lost } = importTools(JSON.stringify(document))
    expect(tools.map(({ http }) => http)).toEqual([
      {
        description: 'Gets a user.',
        url: 'https://eu.example.com/v1/users/{id}?fields={fields}',
        headers: { authorization: 'Bearer secret://APITOKEN_KEY' },
      },
      {
        method: 'PUT',
        url: 'https://eu.example.com/v1/tags',
        headers: { authorization: 'Bearer secret://APITOKEN_KEY' },
        body: '{body}',
      },
    ])
    expect(lost.map(({ what }) => what).join()).toContain('Allow eu.example.com under egress.hosts')
  })

  it('takes OpenAI tools of both kinds, and lists what did not map', () => {
    const parameters = {
      type: 'object',
      properties: { _id: { type: 'string' } },
      required: ['_id'],
      additionalProperties: false,
    }
    const text = json([
      { type: 'function', function: { name: 'get weather', description: 'D', parameters, strict: true } },
      { type: 'function', name: 'other', parameters: { type: 'object', properties: {} } },
      { type: 'web_search' },
    ])
    expect(detectFormat(text)).toBe('openai')
    const { tools, lost } = importTools(text)
    expect(tools).toEqual([
      {
        name: 'get_weather',
        schema: {
          type: 'object',
          description: 'D',
          properties: { _parameterNames: { const: { id: '_id' } }, id: { type: 'string' } },
          required: ['id'],
          additionalProperties: false,
        },
      },
      { name: 'other', schema: { type: 'object', properties: {} } },
    ])
    expect(lost.map(({ path }) => path)).toEqual(['/0/strict', '/0', '/2'])
  })

  it('takes an MCP tool list, whose hints become approval and idempotence', () => {
    const text = json({
      jsonrpc: '2.0',
      result: {
        tools: [
          {
            name: 'drop',
            title: 'Drop it',
            inputSchema: { type: 'object', properties: { table: { type: 'string' } } },
            outputSchema: { type: 'object' },
            annotations: { destructiveHint: true, idempotentHint: false, openWorldHint: true },
          },
        ],
      },
    })
    expect(detectFormat(text)).toBe('mcp')
    expect(importTools(text)).toMatchObject({
      tools: [
        {
          name: 'drop',
          schema: {
            type: 'object',
            title: 'Drop it',
            properties: {
              _approval: { const: 'required' },
              _idempotent: { const: false },
              table: { type: 'string' },
              _result: { type: 'object' },
            },
          },
        },
      ],
      lost: [{ path: '/0/annotations/openWorldHint', what: 'openWorldHint has no place in a Tool.' }],
    })
  })

  it('gives each parameter of an OpenAPI operation one name, which its address can hold', () => {
    const query = (name: string, more: object = {}) => ({ name, in: 'query', schema: { type: 'string' }, ...more })
    const body = { type: 'object', properties: { _id: { type: 'string' } } }
    const text = json({
      openapi: '3.0.0',
      servers: [{ url: 'https://api.example' }],
      paths: {
        '/things/{thing.id}': {
          parameters: [
            { name: 'thing.id', in: 'path', required: true, schema: { type: 'string' } },
            query('limit', { required: true }),
          ],
          get: {
            operationId: 'list',
            parameters: [
              query('limit', { schema: { type: 'integer' } }),
              query('_page'),
              query('filter[name]'),
              query('page'),
            ],
          },
          post: { operationId: 'make', requestBody: { content: { 'application/json': { schema: body } } } },
        },
      },
    })
    const { tools, lost } = importTools(text, 'openapi')
    const [list, make] = tools
    expect(list?.http).toEqual({
      url: 'https://api.example/things/{thing_id}?limit={limit}&_page={page}&filter%5Bname%5D={filter_name}&page={page_2}',
    })
    expect(list?.schema).toMatchObject({
      properties: { thing_id: {}, limit: { type: 'integer' }, page: {}, filter_name: {}, page_2: {} },
      required: ['thing_id'],
    })
    // Mapped is not lost.
    expect(lost.filter(({ path }) => path.endsWith('_page'))).toEqual([])
    // A member that belongs to the endpoint keeps its name on the wire.
    expect(make?.schema).toMatchObject({ properties: { _parameterNames: { const: { id: '_id' } }, id: {} } })
    expect(make?.http).not.toHaveProperty('body')
  })

  it('reads what may be null of an OpenAPI document however it is written', () => {
    const schemas = { Owner: { type: 'object', properties: {} } }
    const $ref = '#/components/schemas/Owner'
    const properties = { one: { nullable: true, allOf: [{ $ref }] }, two: { $ref, nullable: true }, three: { $ref } }
    const schema = { type: 'object', properties }
    const responses = { 200: { content: { 'application/json': { schema } } } }
    const text = json({ openapi: '3.0.0', paths: { '/a': { get: { responses } } }, components: { schemas } })
    const [tool] = importTools(text, 'openapi').tools
    const { output = true } = normaliseTool('a', tool?.schema ?? {}).tool
    const validator = createValidator()
    expect(validator.check(output, { one: null, two: null, three: {} })).toEqual({ ok: true })
    expect(validator.check(output, { three: null }).ok).toBe(false)
  })

  it('takes an OpenAPI operation with its parameters, body, answer and components', () => {
    const text = json({
      openapi: '3.0.0',
      paths: {
        '/pets/{petId}': {
          parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'string' } }],
          put: {
            summary: 'Change a pet',
            parameters: [{ $ref: '#/components/parameters/trace' }],
            requestBody: {
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    properties: { name: { type: 'string', nullable: true, example: 'Rex' } },
                    required: ['name'],
                  },
                },
              },
            },
            responses: {
              200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
              404: { description: 'Gone' },
            },
          },
        },
      },
      components: {
        parameters: { trace: { name: 'X-Trace', in: 'header', schema: { type: 'string' } } },
        schemas: {
          Pet: {
            type: 'object',
            properties: {
              parent: { $ref: '#/components/schemas/Pet' },
              age: { type: 'number', minimum: 0, exclusiveMinimum: true },
            },
          },
        },
      },
    })
    expect(detectFormat(text)).toBe('openapi')
    const { tools, lost } = importTools(text)
    expect(tools).toMatchObject([
      {
        name: 'putPetsPetId',
        schema: {
          description: 'Change a pet',
          properties: {
            petId: { type: 'string' },
            'X-Trace': { type: 'string' },
            name: { type: ['string', 'null'], examples: ['Rex'] },
            _result: {
              $ref: '#/$defs/Pet',
              $defs: { Pet: { properties: { parent: { $ref: '#/$defs/Pet' }, age: { exclusiveMinimum: 0 } } } },
            },
          },
          required: ['petId', 'name'],
        },
      },
    ])
    expect(lost.map(({ path }) => path)).toEqual([
      '/paths/~1pets~1{petId}/put/responses/404',
      '/paths/~1pets~1{petId}/put',
    ])
    for (const { name, schema } of tools) expect(normaliseTool(name, schema).problems).toEqual([])
  })

  it('takes components of generic types, whose names are escaped where they are referred to', () => {
    const schema = { $ref: '#/components/schemas/Page%3CPet%3E' }
    const get = { operationId: 'listPets', responses: { 200: { content: { 'application/json': { schema } } } } }
    const page = { type: 'object', properties: { next: schema, count: { type: 'integer' } } }
    const { tools } = importTools(json({ paths: { '/pets': { get } }, components: { schemas: { 'Page<Pet>': page } } }))
    expect(tools[0]?.schema.properties).toMatchObject({
      _result: {
        $ref: '#/$defs/Page_Pet_',
        $defs: { Page_Pet_: { properties: { next: { $ref: '#/$defs/Page_Pet_' }, count: { type: 'integer' } } } },
      },
    })
    for (const { name, schema: made } of tools) expect(normaliseTool(name, made).problems).toEqual([])
  })

  it('keeps two components apart whose names come out the same', () => {
    const properties = {
      order: { $ref: '#/components/schemas/订单' },
      user: { $ref: '#/components/schemas/用户' },
      again: { $ref: '#/components/schemas/订单' },
    }
    const schema = { type: 'object', properties }
    const post = { operationId: 'order', requestBody: { content: { 'application/json': { schema } } } }
    const schemas = { 订单: { type: 'number' }, 用户: { type: 'string' } }
    const { tools } = importTools(json({ paths: { '/orders': { post } }, components: { schemas } }))
    expect(tools[0]?.schema).toMatchObject({
      properties: { order: { $ref: '#/$defs/__' }, user: { $ref: '#/$defs/___2' }, again: { $ref: '#/$defs/__' } },
      $defs: { __: { type: 'number' }, ___2: { type: 'string' } },
    })
  })

  it('names the place of what did not map by a pointer into the text', () => {
    const content = { 'multipart/form-data': { schema: { type: 'object' } } }
    const text = JSON.stringify({ paths: { '/a/b': { post: { operationId: 'send', requestBody: { content } } } } })
    const { lost } = importTools(text)
    expect(lost.map(({ path }) => path)).toContain('/paths/~1a~1b/post/requestBody/content/multipart~1form-data')
  })

  it('gives no Tool the name by which the final answer travels', () => {
    const { tools, lost } = importTools('[{ "name": "final_output", "inputSchema": { "type": "object" } }]')
    expect(tools).toMatchObject([{ name: 'final_output_tool' }])
    expect(lost).toMatchObject([{ what: expect.stringContaining('final_output_tool') }])
  })

  it('takes a file that names MCP servers for what it is, and says where it belongs', () => {
    const { tools, lost } = importTools('{ "mcpServers": { "files": { "command": "npx" } } }')
    expect(tools).toEqual([])
    expect(lost).toMatchObject([{ what: expect.stringContaining('mcp.json') }])
  })

  it.each([
    [
      'an OpenAPI document in YAML',
      'openapi: 3.1.0\ninfo: { title: x }\npaths:\n  /a: {}\n',
      'convert it to JSON first',
    ],
    ['one of the older kind', '# ours\n\nswagger: "2.0"\npaths: {}\n', 'convert it to JSON first'],
    ['an Idea', '{ "title": "Desk", "context": [{ "type": "text", "text": "Greet." }], "schema": {} }', 'ideas/'],
    ['an Idea that says nothing else', '{ "context": [] }', 'ideas/'],
    ['the settings of a workspace', '{ "version": 1, "name": "desk" }', 'zip archive'],
    [
      'a web page',
      '<!doctype html><html lang="en"><style>p { margin: 0 }</style><p>{name}</p></html>',
      'neither JSON nor a type',
    ],
    ['a page of text', '# Tools\n\nNames stand in braces: {name} is the name.\n', 'neither JSON nor a type'],
    ['a script in another language', 'def ask(x: int) -> str:\n    return {"a": 1}\n', 'neither JSON nor a type'],
  ])('makes no Tool of %s, and says what to do with it', (_what, text, remedy) => {
    const { tools, lost } = importTools(text)
    expect(tools).toEqual([])
    expect(lost).toMatchObject([{ what: expect.stringContaining(remedy) }])
  })

  it('takes a TypeScript type, an example and the shorthand', () => {
    expect(importTools('interface AskCall { city: string }').tools).toEqual([
      { name: 'ask', schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
    ])
    expect(importTools('{ "city": "Oslo", "days": 3 }', 'example', 'ask').tools).toMatchObject([
      {
        name: 'ask',
        schema: { properties: { city: { type: 'string' }, days: { type: 'integer' } }, required: ['city', 'days'] },
      },
    ])
    expect(
      importTools('{ "name": "string", "age?": "int", "tags": ["string"], "mood": "\\"sad\\" | \\"bold\\"" }').tools,
    ).toMatchObject([
      {
        schema: {
          properties: {
            name: { type: 'string' },
            age: { type: 'integer' },
            tags: { type: 'array', items: { type: 'string' } },
            mood: { type: 'string', enum: ['sad', 'bold'] },
          },
          required: ['name', 'tags', 'mood'],
        },
      },
    ])
  })

  it('says why where there is nothing to import', () => {
    expect(importTools('{', 'openai')).toMatchObject({ tools: [], lost: [{ path: '', what: 'This is not JSON.' }] })
    expect(importTools('[1]', 'example').lost).toHaveLength(1)
  })

  it('never throws, whatever is pasted', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.jsonValue().map((value) => JSON.stringify(value)),
        ),
        fc.constantFrom(...TOOL_FORMATS),
        (text, format) => {
          for (const { name, schema } of [...importTools(text).tools, ...importTools(text, format).tools]) {
            for (const to of TOOL_FORMATS) expect(exportTool(name, schema, to).text).toBeTypeOf('string')
          }
        },
      ),
    )
  })
})

describe('code as tutorials print it', () => {
  it.each([
    [
      "Tool.register('погода', {\n  type: 'object',\n  properties: { город: { type: 'string' } }\n})",
      'JavaScript that is cut or broken',
    ],
    ['const t = Tool.register("ping", {})', 'JavaScript that is cut or broken'],
    ['package main\n\nimport "fmt"\n', 'Go code'],
    ['type PingArgs struct {\n\tHost string `json:"host"`\n}', 'Go code'],
    ['tools := []openai.Tool{{Type: "function"}}', 'Go code'],
  ])('%s is reported as such', (text, sentence) => {
    expect(importTools(text)).toMatchObject({
      tools: [],
      lost: [{ path: '', what: expect.stringContaining(sentence) }],
    })
  })

  it('leaves types alone that only speak of tools', () => {
    expect(importTools('interface Tool { register: string }').tools).toHaveLength(1)
  })
})

describe('an imported HTTP operation', () => {
  it.each([
    ['get', []],
    ['head', []],
    ['put', ['_approval']],
    ['delete', ['_approval']],
    ['post', ['_approval', '_idempotent']],
    ['patch', ['_approval', '_idempotent']],
  ])('asks first and runs once by its method: %s', (method, meta) => {
    const { tools } = importTools(json({ paths: { '/mails': { [method]: { operationId: 'mails' } } } }))
    expect(Object.keys(tools[0]?.schema['properties'] ?? {})).toEqual(meta)
  })

  it('keeps the names that its API has for the members of a body', () => {
    const schema = {
      type: 'object',
      properties: { _id: { type: 'string' }, id: { type: 'integer' } },
      required: ['_id'],
    }
    const post = { operationId: 'put', requestBody: { content: { 'application/json': { schema } } } }
    const { tools, lost } = importTools(json({ paths: { '/things': { post } } }))
    expect(tools[0]?.schema).toMatchObject({
      properties: { _parameterNames: { const: { id_2: '_id' } }, id: { type: 'integer' }, id_2: { type: 'string' } },
      required: ['id_2'],
    })
    expect(lost.filter(({ path }) => path.includes('requestBody'))).toEqual([])
  })
})

describe('names that another API has for parameters', () => {
  const schema = {
    type: 'object',
    properties: { _parameterNames: { const: { id: '_id' } }, id: { type: 'string' }, name: { type: 'string' } },
    required: ['id'],
  }
  it('are no part of what a model fills in', () => {
    const { tool, problems } = normaliseTool('find', schema)
    expect(problems).toEqual([])
    expect(tool.parameterNames).toEqual({ id: '_id' })
    expect(Object.keys(tool.parameters['properties'] ?? {})).toEqual(['id', 'name'])
  })
  it('come back where the Tool is exported', () => {
    expect(JSON.parse(exportTool('find', schema, 'mcp').text).tools[0].inputSchema).toMatchObject({
      properties: { _id: { type: 'string' }, name: { type: 'string' } },
      required: ['_id'],
    })
    expect(exportTool('find', schema, 'mcp').lost).toEqual([])
  })
  it.each([[{}], ['_id'], [{ id: 1 }], [{ id: '' }], [{ a: '_x', b: '_x' }]])(
    'are an object of texts, each another: %j',
    (names) => {
      const { problems } = normaliseTool('find', { type: 'object', properties: { _parameterNames: { const: names } } })
      expect(problems.map(({ code }) => code)).toEqual(['tool.metaValue'])
    },
  )
})
