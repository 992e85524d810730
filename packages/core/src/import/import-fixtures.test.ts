import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importFiles } from './import-files.ts'
import type { ImportedFiles } from './imported.ts'

const FIXTURES = join(import.meta.dirname, '../../fixtures/imports')
const importFixture = (folder: string): ImportedFiles =>
  importFiles(
    readdirSync(join(FIXTURES, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => ({
        path: `${parentPath}/${name}`.slice(FIXTURES.length + 1),
        text: readFileSync(join(parentPath, name), 'utf8'),
      }))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  )
const ideaIn = ({ ideas }: ImportedFiles, name: string) => ideas.find((each) => each.name === name)?.idea
const rowsOf = ({ report }: ImportedFiles) => report.map(({ path, code }) => `${path} ${code}`)

describe('agents and commands in Markdown', () => {
  test('of Claude Code become Ideas; its own tools, models and inserted parts are reported', () => {
    const imported = importFixture('claude-code')
    expect(ideaIn(imported, 'test-writer')).toEqual({
      title: 'test-writer',
      description: expect.stringContaining('Use this agent when a change lacks tests. Examples: <example>'),
      context: [
        {
          type: 'text',
          text: "You write tests first.\n\n<b>Never</b> change the code under test. <script>alert('inert')</script>",
        },
        { type: 'input', schema: expect.objectContaining({ required: ['request'] }) },
      ],
    })
    expect(ideaIn(imported, 'fix-issue')).toMatchObject({
      context: [
        { text: expect.stringMatching(/\$1 means the member argument1 of the input\. \$2 means/) },
        { schema: { properties: { argument1: { type: 'string' }, argument2: { type: 'string' } } } },
      ],
    })
    expect(rowsOf(imported)).toEqual([
      'claude-code/agents/test-writer.md#/tools hostTools',
      'claude-code/agents/test-writer.md#/tools mcpTools',
      'claude-code/agents/test-writer.md#/model modelAlias',
      'claude-code/commands/fix-issue.md#/allowed-tools hostTools',
      'claude-code/commands/fix-issue.md inPrompt',
      'claude-code/commands/fix-issue.md inPrompt',
    ])
  })

  test('of OpenCode keep model, temperature and turns', () => {
    const imported = importFixture('opencode')
    expect(ideaIn(imported, 'planner')).toMatchObject({
      config: { model: 'anthropic/claude-sonnet-4-20250514', temperature: 0.1, limits: { turns: 12 } },
    })
    expect(rowsOf(imported)).toEqual([
      'opencode/opencode.json#/mcp/tide approveServer',
      'opencode/opencode.json#/agent/build member',
      'opencode/opencode.json#/agent/lost/prompt referenceUnread',
      'opencode/opencode.json#/command/moor/agent member',
      'opencode/agent/planner.md#/permission member',
      'opencode/agent/planner.md#/tools hostTools',
    ])
  })

  test('in the settings of OpenCode come with their prompts from other files and with its servers', () => {
    const imported = importFixture('opencode')
    expect(imported.servers).toEqual([{ name: 'tide', entry: { command: 'npx', args: ['-y', 'tide-tables'] } }])
    expect(ideaIn(imported, 'harbour-guide')).toMatchObject({
      description: 'Answers questions about the harbour',
      config: { temperature: 0.2 },
      context: [{ text: 'Speak as a harbour guide. Name the tide.' }, { type: 'input' }],
    })
    expect(ideaIn(imported, 'guide')).toBeUndefined()
    expect(ideaIn(imported, 'moor')).toMatchObject({ context: [{}, { schema: { properties: { arguments: {} } } }] })
  })

  test('may have the name of a file that each project has, if they say their name and what they do', () => {
    const agent = '---\nname: changelog\ndescription: Writes the changelog.\n---\nYou write changelogs.\n'
    const page = '---\ntitle: Changelog\ndescription: All that changed.\n---\n# 1.0\n'
    expect(importFiles([{ path: 'changelog.md', text: agent }]).ideas).toHaveLength(1)
    expect(importFiles([{ path: 'changelog.md', text: page }])).toMatchObject({ ideas: [], unknown: ['changelog.md'] })
  })

  test('of Codex need no front matter, and name what they ask for', () => {
    expect(ideaIn(importFixture('codex'), 'draft-release')).toMatchObject({
      context: [{}, { schema: { properties: { version: {}, audience: {} } } }],
    })
  })
})

test('MCP servers of Claude Desktop, Cursor and VS Code go to mcp.json without their keys', () => {
  const imported = importFixture('mcp')
  expect(imported.servers).toEqual([
    {
      name: 'brave-search',
      entry: {
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-brave-search'],
        env: { BRAVE_API_KEY: 'secret://BRAVE_API_KEY', LOG_LEVEL: 'info', REGION: 'secret://REGION' },
      },
    },
    {
      name: 'brave-search-2',
      entry: {
        url: 'https://search.example.com/mcp?api_key=',
        headers: { Authorization: 'Bearer secret://BRAVE_SEARCH_AUTHORIZATION' },
      },
    },
    { name: 'old', entry: { url: 'https://old.example.com/sse', disabled: true } },
    {
      name: 'github-work',
      entry: {
        url: 'https://api.example.com/mcp/',
        headers: { Authorization: 'Bearer secret://GITHUB_TOKEN', 'X-Team': 'secret://TEAM' },
      },
    },
    { name: 'files', entry: { command: 'node', args: ['./files-server.mjs', '--token='] } },
  ])
  expect(JSON.stringify(imported)).not.toMatch(/BSA-not-a-real-key|abc123|Bearer abc/)
  expect(new Set(imported.report.map(({ code }) => code))).toEqual(
    new Set([
      'serverMember',
      'secret',
      'approveServer',
      'keyInArguments',
      'renamed',
      'serverOldTransport',
      'serverUnread',
    ]),
  )
})

test('a CrewAI crew becomes a manager with a module Tool for each task, whose results later tasks see', () => {
  const imported = importFixture('crewai')
  expect(imported.ideas.map(({ name }) => name)).toEqual([
    'find_places',
    'check_prices',
    'write_itinerary',
    'translate',
    'publish',
    'driver',
    'trip',
  ])
  expect(ideaIn(imported, 'find_places')).toMatchObject({
    config: { model: 'openai/gpt-4o-mini' },
    context: [
      { text: expect.stringMatching(/^You are Scout of places in \{city\}\.[\s\S]*\{days\} means the member days/) },
      { schema: { required: ['city', 'days'] } },
    ],
    schema: { type: 'string', description: 'A list of ten places with reasons' },
  })
  const { context } = ideaIn(imported, 'trip') as { context: { schema?: object; tool?: object }[] }
  const [, input, , { tool } = {}] = context
  expect(input).toMatchObject({ schema: { required: ['city', 'days'] } })
  expect(tool).toMatchObject({
    findPlaces: {
      properties: {
        _module: { const: 'idea://find_places' },
        _outputPath: { const: '†state.findPlaces' },
        city: { type: 'string' },
        _output: { type: 'string' },
      },
      required: ['city', 'days'],
    },
    writeItinerary: { properties: { _imports: { const: ['state:findPlaces', 'state:checkPrices'] } } },
    translate: { properties: { _imports: { const: ['state:writeItinerary'] } } },
  })
  expect(tool).not.toHaveProperty('checkPrices.properties._imports')
  expect(rowsOf(imported)).toEqual([
    'crewai/trip/config/agents.yaml#/scout/memory member',
    'crewai/trip/config/agents.yaml#/scout/tools hostTools',
    'crewai/trip/config/tasks.yaml#/check_prices/guardrail member',
    'crewai/trip/config/tasks.yaml#/write_itinerary/output_file member',
    'crewai/trip/config/tasks.yaml#/write_itinerary/human_input humanInput',
    'crewai/trip/config/tasks.yaml#/translate/agent agentElsewhere',
    'crewai/trip/config/tasks.yaml#/publish taskUnassigned',
  ])
})

test('agents of n8n become Ideas: HTTP tools with their Activity, agents and workflows as modules, a parser as schema', () => {
  const imported = importFixture('n8n')
  expect(imported.ideas.map(({ name }) => name)).toEqual([
    'support-desk-ai-agent',
    'returns-expert',
    'Translator',
    'Sorter',
    'Weather',
  ])
  const desk = ideaIn(imported, 'support-desk-ai-agent')
  expect(desk).toMatchObject({
    config: { model: 'gpt-4.1-mini', temperature: 0.2, maxOutputTokens: 800, limits: { turns: 8 } },
    context: [
      { text: 'You answer for the shop. Today: {now}. Level: {level}' },
      { text: 'Customer {customer} asks: {chatInput}' },
      { text: 'Words in braces are members of the input: {now}, {level}, {customer}, {chatInput}.' },
      { schema: { required: ['now', 'level', 'customer', 'chatInput'] } },
      {
        tool: {
          orderLookup: { properties: { order_id: { description: 'The number of the order' } }, required: ['order_id'] },
          createTicket: {
            properties: { _approval: { const: 'required' }, priority: { type: 'number' } },
            required: ['title'],
          },
          Anywhere: { properties: { url: { type: 'string' } } },
          sendAMessageInGmail: { required: ['To', 'Subject'] },
          returnsExpert: {
            properties: { _module: { const: 'idea://returns-expert' }, Prompt_User_Message: { type: 'string' } },
          },
          translate: { properties: { _module: { const: 'idea://Translator' }, text: { description: 'The text' } } },
          Archive: { properties: { query: { type: 'string' } } },
        },
      },
    ],
    schema: { required: ['answer', 'sure'] },
  })
  expect(imported.http).toEqual([
    {
      name: 'orderLookup',
      http: {
        description: 'Looks up an order.',
        url: 'https://orders.example.com/v1/orders/{order_id}?api_key=secret://ORDERS_EXAMPLE_COM_API_KEY&fields=state%2C%20total',
        headers: { Authorization: 'Bearer secret://ORDERS_EXAMPLE_COM_AUTHORIZATION', 'x-team': 'desk' },
      },
    },
    {
      name: 'createTicket',
      http: {
        description: 'Creates a ticket.',
        method: 'POST',
        url: 'https://tickets.example.com/api/tickets',
        body: { title: '{title}', priority: '{priority}' },
      },
    },
    {
      name: 'Forecast',
      http: { description: 'Gets a forecast.', url: 'https://weather.example.com/v1/{city}/forecast?days={days}' },
    },
  ])
  expect(imported.servers).toEqual([{ name: 'shop-mcp', entry: { url: 'https://mcp.example.com/mcp' } }])
  expect(ideaIn(imported, 'Sorter')).toMatchObject({
    schema: { properties: { category: { enum: ['praise', 'fault'] } } },
  })
  expect(ideaIn(imported, 'Weather')).not.toHaveProperty('schema')
  expect(JSON.stringify(imported)).not.toMatch(/Bearer abc|not-a-real-key/)
  expect(imported.report.findLast(({ code }) => code === 'secret')).toMatchObject({
    values: { key: 'Authorization', secret: 'ORDERS_EXAMPLE_COM_AUTHORIZATION' },
    remedy: expect.stringContaining('Save it as the secret ORDERS_EXAMPLE_COM_AUTHORIZATION'),
  })
  expect(rowsOf(imported).map((row) => row.replace('n8n/', ''))).toEqual([
    'desk.json#/nodes/1 expression',
    'desk.json#/nodes/5 allowHost',
    'desk.json#/nodes/5 credential',
    'desk.json#/nodes/5 secret',
    'desk.json#/nodes/5 secret',
    'desk.json#/nodes/6 allowHost',
    'desk.json#/nodes/7 httpUnread',
    'desk.json#/nodes/8 toolOfHost',
    'desk.json#/nodes/9 approveServerFor',
    'desk.json#/nodes/12 workflowElsewhere',
    'desk.json#/nodes/0 trigger',
    'desk.json#/nodes/3 memory',
    'desk.json#/nodes/13 step',
    'desk.json#/pinData/When chat message received pinned',
    'translator.json#/nodes/4 allowHost',
    'translator.json#/nodes/3 schemaUnread',
    'translator.json#/nodes/0 trigger',
  ])
})

test('a program of the Agents SDK in TypeScript becomes Ideas, and one that leads those which it runs; none of it runs', () => {
  const imported = importFixture('agents-sdk-script')
  expect(imported.ideas.map(({ name }) => name)).toEqual(['Classify', 'refund-agent', 'answer-agent', 'shop-desk'])
  expect(ideaIn(imported, 'Classify')).toMatchObject({
    config: { model: 'gpt-4.1-mini', temperature: 0, maxOutputTokens: 2048 },
    context: [{ text: '### ROLE\nChoose one category.' }, {}, {}],
    schema: { properties: { category: { enum: ['refund', 'question'] } }, required: ['category'] },
  })
  expect(ideaIn(imported, 'refund-agent')).toMatchObject({
    config: { model: 'gpt-5', reasoning: { effort: 'low' } },
    context: [
      { text: 'Refund what {stateCustomer} bought. <script>alert(1)</script>' },
      {},
      { schema: { properties: { stateCustomer: {} }, required: ['request'] } },
      {
        tool: {
          refundOrder: {
            properties: { _approval: { const: 'required' }, orderId: { description: 'Number of the order' } },
            required: ['orderId'],
          },
        },
      },
    ],
  })
  expect(ideaIn(imported, 'answer-agent')).toMatchObject({
    context: [
      {},
      {},
      {
        tool: {
          webSearchPreview: { required: ['query'] },
          ask_refunds: {
            description: 'Asks about refunds.',
            properties: { _module: { const: 'idea://refund-agent' } },
          },
        },
      },
    ],
  })
  expect(ideaIn(imported, 'shop-desk')).toMatchObject({
    context: [
      {
        text: expect.stringContaining(
          '1. Classify\n2. refundAgent, only if classifyCategory is "refund"\n3. answerAgent',
        ),
      },
      { schema: { required: ['input_as_text'] } },
      { schema: { properties: { tries: { type: 'integer' } } } },
      { tool: { Classify: {}, refundAgent: {}, answerAgent: {} } },
    ],
  })
  expect(imported.servers).toEqual([{ name: 'shop_tools', entry: { url: 'https://shop.example.com/mcp' } }])
  expect(imported.report.map(({ code }) => code).toSorted()).toEqual([
    'approvalStep',
    'approveServer',
    'expression',
    'handoffBack',
    'loop',
    'member',
    'order',
    'toolCode',
    'toolOfHost',
    'toolUnknown',
  ])
})

test('a program of the Agents SDK in Python becomes the same: signatures, pydantic models and f-strings are read', () => {
  const imported = importFixture('agents-sdk-python')
  expect(imported.ideas.map(({ name }) => name)).toEqual(['seat-agent', 'FAQ', 'airline-triage', 'Airline'])
  expect(ideaIn(imported, 'seat-agent')).toEqual({
    title: 'Seat agent',
    description: 'Books seats.',
    config: {
      model: 'gpt-4.1',
      temperature: 0.5,
      topP: 1,
      maxOutputTokens: 2048,
      reasoning: { effort: 'low' },
    },
    context: [
      { type: 'text', text: 'Book a seat for {state_name}.\nSay "{state_name}" and a tab:\t.' },
      { type: 'text', text: 'Words in braces are members of the input: {state_name}.' },
      { type: 'input', schema: expect.objectContaining({ required: ['request'] }) },
      {
        type: 'tool',
        tool: {
          update_seat: {
            type: 'object',
            description: 'Changes the seat of a booking.',
            properties: {
              _approval: { const: 'required' },
              number: { type: 'string', description: 'Number of the booking' },
              seat: { type: ['string', 'null'], description: 'The new seat' },
            },
            required: ['number'],
          },
        },
      },
    ],
    schema: {
      type: 'object',
      properties: { seat: { type: 'string' }, legs: { type: 'array', items: { $ref: '#/$defs/Leg' } } },
      required: ['seat', 'legs'],
      $defs: {
        Leg: {
          type: 'object',
          properties: { origin: { type: 'string' }, seats: { type: 'integer', default: 1 } },
          required: ['origin'],
        },
      },
    },
  })
  expect(ideaIn(imported, 'airline-triage')).toMatchObject({
    context: [
      {},
      {},
      {
        tool: {
          seatAgent: { description: 'Books seats.', properties: { _module: { const: 'idea://seat-agent' } } },
          FAQ: {},
        },
      },
    ],
  })
  expect(ideaIn(imported, 'Airline')).toMatchObject({
    context: [{ text: expect.stringContaining('1. airlineTriage\n2. seatAgent, only if topic is "seat"') }, {}, {}, {}],
  })
  expect(imported.servers).toEqual([{ name: 'flights', entry: { url: 'https://flights.example.com/mcp' } }])
  expect(imported.report.map(({ code, path }) => `${path.split(':')[1] ?? ''} ${code}`)).toEqual([
    '28 approveServer',
    '17 toolCode',
    '45 expression',
    '36 toolOfHost',
    '56 toolUnknown',
    '56 handoffBack',
    '57 member',
    '69 order',
  ])
})

test('apps of Dify become Ideas for the nodes that ask a model, and one that leads them', () => {
  const imported = importFixture('dify')
  expect(imported.ideas.map(({ name }) => name)).toEqual(['Poet', 'Sort', 'Plan', 'Expert', 'city-guide'])
  expect(ideaIn(imported, 'Poet')).toMatchObject({
    config: { model: 'gpt-4o', topP: 0.9 },
    context: [{ text: 'Write a poem about {topic}.' }, {}, { schema: { required: ['topic', 'query'] } }],
  })
  expect(ideaIn(imported, 'Plan')).toMatchObject({
    config: { model: 'gpt-4o-mini', temperature: 0.7, maxOutputTokens: 512 },
    context: [{ text: 'Plan a day in {city}. <b>Be short.</b>' }, {}, { schema: { required: ['city', 'query'] } }],
  })
  expect(ideaIn(imported, 'Sort')).toMatchObject({ schema: { properties: { class: { enum: ['plan', 'other'] } } } })
  expect(ideaIn(imported, 'Expert')).toMatchObject({
    context: [{}, {}, {}, { tool: { find_museums: { required: ['city'] } } }],
  })
  expect(JSON.stringify(ideaIn(imported, 'Expert'))).not.toContain('language')
  expect(ideaIn(imported, 'city-guide')).toMatchObject({
    context: [
      { text: expect.stringContaining('1. Sort\n2. Plan\n3. Expert\n4. Weather') },
      { schema: { properties: { pace: { enum: ['slow', 'fast'] } }, required: ['city'] } },
      {
        tool: {
          Plan: { properties: { _module: { const: 'idea://Plan' } }, required: ['city', 'query'] },
          Weather: { required: ['city'] },
        },
      },
    ],
  })
  expect(imported.http).toEqual([
    {
      name: 'Weather',
      http: {
        description: 'Sends the request Weather.',
        url: 'https://weather.example.com/v1/now?place={city}',
        headers: { Authorization: 'Bearer secret://WEATHER_EXAMPLE_COM_AUTHORIZATION' },
      },
    },
    {
      name: 'saveTheDay',
      http: {
        description: 'Keeps a day.',
        method: 'POST',
        url: 'https://days.example.com/api/days',
        headers: { 'X-Days-Key': 'secret://DAYS_EXAMPLE_COM_X_DAYS_KEY', 'x-city': '{city}' },
        body: { text: '{text}', stops: '{stops}', token: 'secret://DAYS_EXAMPLE_COM_TOKEN' },
      },
    },
  ])
  expect(JSON.stringify(imported)).not.toContain('not-a-real-key')
  expect(imported.report.map(({ code }) => code)).toEqual([
    'member',
    'toolOfHost',
    'allowHost',
    'secret',
    'allowHost',
    'secret',
    'secret',
    'httpPart',
    'step',
    'order',
  ])
})

describe('flows of Flowise', () => {
  const imported = importFixture('flowise')

  test('of V2 become Ideas and one that leads them; a supervisor leads by itself', () => {
    expect(ideaIn(imported, 'harbour-master')).toMatchObject({
      config: { model: 'gpt-4.1', temperature: 0.2, maxOutputTokens: 900 },
      context: [
        {
          text: 'You lead a harbour of two workers:\n- Pilot\n- Clerk\n\nAnswer <b>briefly</b>. <script>alert(1)</script>',
        },
        { text: 'The ship is {ship}.' },
        {},
        {
          text: expect.stringContaining(
            '1. Pilot, only if $flow.state.next equal "PILOT"\n2. Clerk, only if $flow.state.next equal "CLERK"\n3. tellThePort\n4. Fee',
          ),
        },
        { schema: { properties: { ship: {}, berth: { enum: ['north', 'south'] } } } },
        { type: 'state', schema: { properties: { next: { type: 'string' } } } },
        {
          tool: {
            Pilot: { properties: { _module: { const: 'idea://Pilot' } }, required: ['request', 'current_date_time'] },
            Clerk: { required: ['Pilot'] },
            tellThePort: { properties: { _approval: { const: 'required' } }, required: ['Clerk'] },
            Fee: { required: ['length'] },
          },
        },
      ],
      schema: { type: 'string' },
    })
    expect(ideaIn(imported, 'Pilot')).toMatchObject({
      context: [
        {},
        {},
        {},
        {
          tool: {
            get_tides: { properties: { days: { type: 'number' } }, required: ['place'] },
            order_tug: { properties: { _approval: { const: 'required' }, count: { type: 'number' } } },
            braveSearchAPI: { properties: { _approval: { const: 'required' } } },
          },
        },
      ],
    })
  })

  test('before V2 name their parts: a model, a prompt, a parser, tools, another flow', () => {
    expect(ideaIn(imported, 'Desk')).toMatchObject({
      config: { model: 'gpt-4o-mini', temperature: 0.4, limits: { turns: 6 } },
      context: [
        { text: 'You help guests.' },
        {},
        {
          tool: {
            find_room: {
              description: 'Finds a free room.',
              properties: { beds: { type: 'number' } },
              required: ['beds'],
            },
            ask_poet: { properties: { _module: { const: 'idea://Poet' } } },
          },
        },
      ],
    })
    expect(ideaIn(imported, 'Poet')).toMatchObject({
      context: [
        { text: expect.stringContaining('Write a poem about {topic}') },
        {},
        { schema: { required: ['topic', 'lines'] } },
      ],
      schema: { properties: { title: { type: 'string' }, lines: { type: 'array' } }, required: ['title', 'lines'] },
    })
    expect(ideaIn(imported, 'team-supervisor')).toMatchObject({
      context: [{ text: 'You lead Planner, Checker.' }, {}, {}, { tool: { Planner: {}, Checker: {} } }],
    })
    expect(imported.tools).toEqual([
      { name: 'ring_bell', schema: { type: 'object', properties: {}, description: 'Rings the bell.' } },
    ])
  })

  test('leave their keys behind, and say what did not map', () => {
    expect(JSON.stringify(imported)).not.toMatch(/not-a-real-key|must not run/)
    expect(imported.http.map(({ name, http }) => [name, http['url']])).toEqual([
      ['get_tides', 'https://tides.example.com/v1/tides/{place}?token=secret://TIDES_EXAMPLE_COM_TOKEN&days={days}'],
      ['order_tug', 'https://tugs.example.com/orders'],
      ['tellThePort', 'https://port.example.com/ships'],
    ])
    expect(imported.servers).toEqual([
      {
        name: 'charts',
        entry: { command: 'npx', args: ['-y', '@harbour/charts'], env: { CHARTS_TOKEN: 'secret://CHARTS_TOKEN' } },
      },
    ])
    expect([...new Set(imported.report.map(({ code }) => code))].toSorted()).toEqual([
      'allowHost',
      'approvalStep',
      'approveServer',
      'loop',
      'member',
      'memory',
      'secret',
      'toolCode',
      'toolOfHost',
    ])
  })
})

test('agents, nodes of graphs and tools of LangChain become Ideas and Tools; functions without a model are reported', () => {
  const imported = importFixture('langgraph')
  expect(imported.programs).toEqual(['LangGraph'])
  expect(imported.ideas.map(({ name }) => name)).toEqual(['advisor', 'plan', 'gardener', 'garden'])
  expect(ideaIn(imported, 'plan')).toMatchObject({
    config: { model: 'gpt-4o-mini', temperature: 0, maxOutputTokens: 400 },
    context: [
      { text: 'You plan a garden for {season}.\n\nThink of {place}.' },
      {},
      { schema: { properties: { season: {}, place: {} }, required: ['request'] } },
    ],
    schema: { properties: { beds: { type: 'array', items: { type: 'string' } } }, required: ['beds'] },
  })
  expect(ideaIn(imported, 'gardener')).toMatchObject({
    config: { model: 'claude-sonnet-4-5' },
    context: [
      { text: 'You garden. <script>alert(1)</script>' },
      {},
      {
        tool: {
          water: {
            description: 'Waters a bed.',
            properties: { bed: { description: 'Name of the bed' }, litres: { type: 'number', default: 5 } },
            required: ['bed'],
          },
          'find-plant': { properties: { plant: { description: 'Name of the plant' } }, required: ['plant'] },
        },
      },
    ],
  })
  expect(ideaIn(imported, 'advisor')).toMatchObject({
    config: { model: 'gpt-4.1' },
    context: [{ text: 'You advise.' }, {}, { tool: { weather: { required: ['place'] } } }],
  })
  expect(ideaIn(imported, 'garden')).toMatchObject({
    context: [{ text: expect.stringContaining('1. plan\n2. gardener\n3. advisor') }, {}, {}],
  })
  expect(imported.tools.map(({ name }) => name)).toEqual(['count_birds'])
  expect(JSON.stringify(imported)).not.toMatch(/not-a-real-key|must not run/)
  expect(rowsOf(imported).map((row) => row.replace('langgraph/', ''))).toEqual([
    'garden.py:78 member',
    'garden.py:50 toolCode',
    'garden.py:78 toolUnknown',
    'garden.py:81 expression',
    'garden.py:81 expression',
    'garden.py:29 toolCode',
    'garden.py:40 toolCode',
    'garden.py:81 order',
    'garden.py:83 step',
    'garden.py:45 toolCode',
    'langgraph.json#/graphs/shed graphElsewhere',
  ])
})

test('chats of a Rivet project become Ideas, its functions Tools, and graphs of several steps an Idea that leads them', () => {
  const imported = importFixture('rivet')
  expect(imported.programs).toEqual(['Rivet'])
  expect(imported.ideas.map(({ name }) => name)).toEqual(['plan-chat', 'Plan', 'taster', 'Write'])
  expect(ideaIn(imported, 'plan-chat')).toMatchObject({
    config: { model: 'gpt-4o-mini', temperature: 0.3, maxOutputTokens: 512 },
    context: [
      { text: 'You cook. <script>alert(1)</script>' },
      { text: 'A menu for {guests}, {style}.' },
      { text: 'Be brief.' },
      {},
      { schema: { required: ['guests', 'style'] } },
      {
        tool: {
          taste: {
            description: 'Tastes a dish.',
            properties: { _module: { const: 'idea://taster' }, dish: { description: 'The dish' } },
            required: ['dish'],
          },
          weigh: { description: 'Weighs.', properties: {} },
        },
      },
    ],
  })
  expect(ideaIn(imported, 'Plan')).toMatchObject({
    description: 'Plans a dinner.',
    context: [
      { text: expect.stringContaining('1. planChat\n2. Write') },
      { schema: { required: ['guests'] } },
      { tool: { Write: { description: 'Writes a menu.', properties: { _module: { const: 'idea://Write' } } } } },
    ],
  })
  expect(imported.servers).toEqual([
    { name: 'pantry', entry: { command: 'node', args: ['pantry.js'], env: { PANTRY_KEY: 'secret://PANTRY_KEY' } } },
  ])
  expect(JSON.stringify(imported)).not.toMatch(/not-a-real-key|must not run/)
  expect(imported.report.map(({ code }) => code)).toEqual([
    'secret',
    'approveServer',
    'toolCode',
    'step',
    'loop',
    'order',
    'tests',
  ])
})
