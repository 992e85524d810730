import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../schema/json.ts'
import { lintTool, lintTools } from './lint.ts'
import { normaliseTool } from './normalise.ts'

const tool = (name: string, schema: JsonObject) => normaliseTool(name, { type: 'object', ...schema }).tool
const codes = (schema: JsonObject, name = 'ask') =>
  lintTool(tool(name, schema)).map(({ code, path }) => `${code} ${path}`)
const fine: JsonObject = {
  description: 'Gets the weather of a city for the next days.',
  properties: { city: { type: 'string', minLength: 1, description: 'Name of the city' } },
  required: ['city'],
}

describe('lint', () => {
  it('has nothing to say about a Tool that is described', () => {
    expect(codes(fine)).toEqual([])
  })

  it('finds a missing description and a vague one, in any script', () => {
    expect(codes({})).toEqual(['lint.descriptionMissing '])
    expect(codes({ description: 'Погода' })).toEqual(['lint.descriptionVague /description'])
  })

  it.each([
    ['ping', 'Ping a host', 'adds “host”'],
    ['restart_nginx', 'Restarts nginx.', 'only repeats its name.'],
    ['getWeather', 'Get the weather of a city.', 'adds “city”'],
    ['погода', 'Погода в городе', 'adds “городе”'],
  ])('finds a description of %s that only repeats the name: %s', (name, description, fault) => {
    const found = lintTool(tool(name, { ...fine, description })).filter(({ code }) => code === 'lint.descriptionVague')
    expect(found).toMatchObject([{ path: '/description', message: expect.stringContaining(fault) }])
  })

  it.each([
    ['ping', 'Ping a host to check whether it is reachable over the network.'],
    ['check_disk_usage', 'Check how full the disk is: free and used space in gigabytes.'],
    ['weather', 'Sunshine, rain and wind of a city.'],
  ])('takes a description of %s for one that says more: %s', (name, description) => {
    expect(codes({ ...fine, description }, name)).toEqual([])
  })

  it('finds parameters without a description, and none required', () => {
    expect(codes({ ...fine, properties: { 'a/b': { type: 'string' } }, required: [] })).toEqual([
      'lint.parameterUndocumented /properties/a~1b',
      'lint.noRequired ',
    ])
  })

  it('asks for a person’s confirmation where a name or description sounds dangerous', () => {
    expect(codes(fine, 'deleteFile')).toEqual(['lint.approvalMissing '])
    expect(codes({ ...fine, _approval: 'required' }, 'deleteFile')).toEqual([])
    expect(codes({ ...fine, description: 'Restart the whole server now.' })).toEqual(['lint.approvalMissing '])
  })

  it('finds Tools of one Idea that are described alike', () => {
    const problems = lintTools([
      tool('one', { ...fine, description: 'Ищет песни по настроению и темпу.' }),
      tool('two', { ...fine, description: 'Ищет песни по темпу и настроению!' }),
      tool('three', fine),
    ])
    expect(problems).toMatchObject([{ code: 'lint.descriptionsAlike', tool: 'two', severity: 'warning' }])
  })

  it('finds properties inside parameters that say nothing, those of definitions once, and alternatives that only restrict not at all', () => {
    const place = { type: 'object', properties: { x: { type: 'number' } }, anyOf: [{ properties: { x: {} } }] }
    const parameters = {
      from: { $ref: '#/$defs/place', description: 'Where it begins' },
      to: { type: 'array', description: 'Where it ends', items: { properties: { y: { type: 'number' } } } },
    }
    const drawn = tool('draw', { description: 'Draws a line on the map.', properties: parameters, $defs: { place } })
    const found = lintTool(drawn).filter(({ code }) => code === 'lint.nestedUndocumented')
    expect(found.map(({ path }) => path)).toEqual(['/properties/to/items/properties/y', '/$defs/place/properties/x'])
  })

  it('finds descriptions of parameters that only repeat the name', () => {
    const described = (key: string, description: string) =>
      lintTool(tool('ask', { properties: { [key]: { type: 'integer', description } } })).map(({ code }) => code)
    expect(described('maxLength', 'The max length.')).toContain('lint.parameterVague')
    expect(described('title', 'Title')).toContain('lint.parameterVague')
    expect(described('title', 'Title of the song')).not.toContain('lint.parameterVague')
  })

  it('takes its severities from the workspace', () => {
    const severities = { 'lint.descriptionMissing': 'error', 'lint.noRequired': 'off' } as const
    const problems = lintTool(tool('ask', { properties: { a: { description: 'Whom to ask' } } }), severities)
    expect(problems).toMatchObject([{ code: 'lint.descriptionMissing', severity: 'error' }])
  })
})
