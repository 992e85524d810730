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
    ['restart_nginx', 'Restarts nginx.', 'only repeats its name:'],
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

  it('takes its severities from the workspace', () => {
    const severities = { 'lint.descriptionMissing': 'error', 'lint.noRequired': 'off' } as const
    const problems = lintTool(tool('ask', { properties: { a: { description: 'A' } } }), severities)
    expect(problems).toMatchObject([{ code: 'lint.descriptionMissing', severity: 'error' }])
  })
})
