import { describe, expect, test } from 'vitest'
import { importFiles } from './import-files.ts'
import { type ForeignRequest, safeRequest } from './http-request.ts'

const KEY = 'sk-not-a-real-key-1234567890'
const made = (request: Partial<ForeignRequest>) =>
  safeRequest({ method: '', url: 'https://api.example.com/v1/things', ...request })

describe('a key in a request of another program becomes a reference to a secret', () => {
  test.each<[string, Partial<ForeignRequest>, object]>([
    [
      'in the query of its address',
      { url: `https://api.example.com/v1?q={words}&api_key=abc&keyword=tea#top` },
      { url: 'https://api.example.com/v1?q={words}&api_key=secret://API_EXAMPLE_COM_API_KEY&keyword=tea' },
    ],
    [
      'in its query',
      { query: [['appid', 'abc']] },
      { url: 'https://api.example.com/v1/things?appid=secret://API_EXAMPLE_COM_APPID' },
    ],
    [
      'before its host',
      { url: 'https://me:pass@api.example.com/v1' },
      {
        url: 'https://api.example.com/v1',
        headers: { Authorization: 'Basic secret://API_EXAMPLE_COM_AUTHORIZATION' },
      },
    ],
    [
      'in a header, by its name or by its value',
      {
        headers: [
          ['Authorization', 'Bearer {token}'],
          ['X-RapidAPI-Key', 'abc'],
          ['x-team', KEY],
          ['Content-Length', '3'],
        ],
      },
      {
        headers: {
          Authorization: 'Bearer secret://API_EXAMPLE_COM_AUTHORIZATION',
          'X-RapidAPI-Key': 'secret://API_EXAMPLE_COM_X_RAPIDAPI_KEY',
          'x-team': 'secret://API_EXAMPLE_COM_X_TEAM',
        },
      },
    ],
    [
      'in its body, at any depth',
      { method: 'post', body: { text: '{words}', max_tokens: '3', auth: { token: 'abc' }, list: [`use ${KEY} here`] } },
      {
        body: {
          text: '{words}',
          max_tokens: '3',
          auth: { token: 'secret://API_EXAMPLE_COM_TOKEN' },
          list: ['use secret://API_EXAMPLE_COM_LIST here'],
        },
      },
    ],
  ])('%s', (_, request, http) => {
    const result = made(request)
    expect(result).toMatchObject({ http })
    expect('secrets' in result && result.secrets.length).toBeGreaterThan(0)
    expect(JSON.stringify(result)).not.toMatch(/"abc|=abc|me:pass|not-a-real/)
  })

  test.each([
    'https://api.telegram.org/bot12345678:AAEabcdefghijklmnopqrstuvwxyz012345/sendMessage',
    'https://hooks.slack.com/services/T0000/B0000/abcdefghijklmnopqrstuvwx',
    'https://discord.com/api/webhooks/1234567890/abcdefghijklmnop_qrstuv',
  ])('but in its path it keeps the request out: %s', (url) => {
    expect(made({ url })).toEqual({ reason: expect.stringContaining('its path holds a key') })
  })
})

test('other braces than those of places are left out, because no template holds them', () => {
  expect(made({ method: 'POST', body: { query: 'query { me }', id: '{id}' } })).toMatchObject({
    http: { body: { query: '', id: '{id}' } },
    members: ['id'],
    left: ['the text of query, which has braces'],
  })
})

test('an address whose host an expression makes cannot be imported', () => {
  for (const url of ['https://{host}/v1', '{url}', 'ftp://example.com', ''])
    expect(made({ url })).toEqual({ reason: 'its address is made by an expression' })
})

test('a key in the address of an MCP server is left out, whichever program names the server', () => {
  const node = {
    name: 'Shop',
    type: '@n8n/n8n-nodes-langchain.mcpClientTool',
    parameters: { endpointUrl: `https://me:pass@mcp.example.com/mcp?token=abc&v=2` },
  }
  const agent = { name: 'Desk', type: '@n8n/n8n-nodes-langchain.agent', parameters: {} }
  const text = JSON.stringify({ nodes: [node, agent], connections: { Shop: { ai_tool: [[{ node: 'Desk' }]] } } })
  const { servers, report } = importFiles([{ path: 'flow.json', text }])
  expect(servers).toEqual([{ name: 'Shop', entry: { url: 'https://mcp.example.com/mcp?token=&v=2' } }])
  expect(report.map(({ code }) => code)).toContain('keyInArguments')
})
