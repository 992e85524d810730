import { describe, expect, it } from 'vitest'
import { importText } from './import-text.ts'
import { shellWords } from './shell-words.ts'

describe('a curl command', () => {
  it('is read as a shell reads it, to the end of the command', () => {
    expect(shellWords("curl \\\n  'a b' \"c \\\"d\\\" \\\\\" $'it\\'s\\n' e\\ f; rm -rf")).toEqual([
      'curl',
      'a b',
      'c "d" \\',
      "it's\n",
      'e f',
    ])
    expect(shellWords("curl '")).toEqual(['curl', ''])
  })

  it('becomes a Tool with an HTTP Activity; its key stays out of both', async () => {
    const { tools, lost, format } = await importText(`$ curl -X POST 'https://api.example.com/v1/songs?limit=10' \\
      -H 'Authorization: Bearer sk-very-secret' -H 'Content-Type: application/json' -H 'X-Trace: 1' \\
      --data-raw '{ "title": "Sea", "tags": ["calm"], "tempo": 90.5 }'`)
    expect(format).toBeNull()
    const [tool] = tools
    expect(tool?.name).toBe('postV1Songs')
    expect(tool?.schema).toMatchObject({
      properties: {
        limit: { type: 'integer' },
        title: { type: 'string' },
        tags: { type: 'array', items: { type: 'string' } },
        tempo: { type: 'number' },
      },
    })
    expect(tool?.http).toMatchObject({
      method: 'POST',
      url: 'https://api.example.com/v1/songs?limit={limit}',
      headers: { authorization: 'Bearer secret://EXAMPLE_KEY' },
    })
    expect(JSON.stringify([tools, lost])).not.toContain('sk-very-secret')
    expect(lost.map(({ what }) => what).join('\n')).toMatch(/X-Trace[\s\S]*egress\.hosts/)
  })

  it.each([
    ['curl -G https://a.example/find -d q=tea -d page=2', 'https://a.example/find?q={q}&page={page}'],
    ['curl -sS --request=DELETE https://a.example/x', 'https://a.example/x'],
    ['curl a.example/x', 'https://a.example/x'],
  ])('%s is sent to %s', async (text, url) => {
    const { tools } = await importText(text)
    expect(tools[0]?.http?.['url']).toBe(url)
  })

  it('without an address gives a reason', async () => {
    expect(await importText('curl --help')).toMatchObject({ tools: [], lost: [{ path: '' }] })
  })
})

describe('a Postman collection', () => {
  const info = { name: 'Songs', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' }
  const get = {
    name: 'Get a song',
    request: {
      method: 'GET',
      description: 'Reads one song by its id.',
      header: [
        { key: 'x-api-key', value: '{{key}}' },
        { key: 'x-off', value: '1', disabled: true },
      ],
      url: {
        raw: '{{base}}/songs/:id?full=true',
        query: [{ key: 'full', value: 'true', description: 'With its notes' }],
        variable: [{ key: 'id', description: 'The song' }],
      },
    },
  }
  const post = {
    name: 'Get a song',
    request: { method: 'POST', url: '{{base}}/songs', body: { mode: 'raw', raw: '{"a":1}' } },
  }
  const collection = {
    info,
    item: [{ name: 'Folder', item: [get] }, post],
    variable: [{ key: 'base', value: 'https://a.example' }],
  }

  it('becomes a Tool for each request, those in folders too, each name once', async () => {
    const { tools } = await importText(JSON.stringify(collection))
    expect(tools.map(({ name }) => name)).toEqual(['getASong', 'getASong2'])
    expect(tools[0]?.schema).toMatchObject({
      description: 'Reads one song by its id.',
      properties: {
        id: { type: 'string', description: 'The song' },
        full: { type: 'boolean', description: 'With its notes' },
      },
    })
    expect(tools[0]?.http).toMatchObject({
      url: 'https://a.example/songs/{id}?full={full}',
      headers: { 'x-api-key': 'secret://A_KEY' },
    })
    expect(tools[1]?.http).toMatchObject({ method: 'POST', url: 'https://a.example/songs' })
  })

  it('with an unknown variable as its address says so', async () => {
    const { tools, lost } = await importText(JSON.stringify({ ...collection, variable: [] }))
    expect(tools).toEqual([])
    expect(lost[0]?.what).toContain('{{base}}')
  })
})

it('a form and credentials of a curl command are named as left out', async () => {
  const { tools, lost } = await importText('curl https://api.example.com/login -F user=ada -u me:secret')
  expect(tools.map(({ name }) => name)).toEqual(['postLogin'])
  const said = lost.map(({ what }) => what)
  expect(said).toContain("The body isn't JSON, so it is left out.")
  expect(said).toContain('The header Authorization is left out.')
})
