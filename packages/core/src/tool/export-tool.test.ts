import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../schema/json.ts'
import { exportTool, importTools, type TOOL_FORMATS } from './convert.ts'
import { normaliseTool } from './normalise.ts'

const WEATHER: JsonObject = {
  type: 'object',
  description: 'Gets the weather.',
  properties: {
    _approval: { const: 'required' },
    city: { type: 'string', description: 'Where' },
    days: { type: 'integer', minimum: 1 },
    _output: { type: 'object', properties: { sky: { type: 'string' } }, required: ['sky'] },
  },
  required: ['city'],
}

describe('exporting a Tool', () => {
  it('and importing it again gives the same parameters', () => {
    for (const format of ['openai', 'mcp', 'openapi'] as const) {
      const { text } = exportTool('weather', WEATHER, format)
      const [tool] = importTools(text).tools
      expect(tool?.name).toBe('weather')
      expect(normaliseTool('weather', tool?.schema ?? {}).tool.parameters).toEqual(
        normaliseTool('weather', WEATHER).tool.parameters,
      )
    }
  })

  it('lists what the other format has no place for', () => {
    const lost = (format: (typeof TOOL_FORMATS)[number]) =>
      exportTool('weather', WEATHER, format).lost.map(({ path, what }) => path || what)
    expect(lost('openai')).toEqual(['/properties/_approval', '/properties/_output'])
    expect(lost('mcp')).toEqual([])
    expect(lost('openapi')).toEqual(['/properties/_approval'])
    expect(lost('shorthand')).toContain('minimum cannot be said in shorthand.')
    expect(lost('typescript')).toContain('minimum cannot be said in a type.')
  })

  it('writes an example, the shorthand and the Activity’s signature', () => {
    expect(JSON.parse(exportTool('weather', WEATHER, 'example').text)).toEqual({ city: 'text', days: 1 })
    expect(JSON.parse(exportTool('weather', WEATHER, 'shorthand').text)).toEqual({ city: 'string', 'days?': 'integer' })
    expect(exportTool('weather', WEATHER, 'typescript').text)
      .toBe(`import type { ActivityContext } from '@ensemble/core'

/** Gets the weather. */
export type WeatherCall = {
  /** Where */
  readonly city: string
  readonly days?: number
}

export type WeatherResult = {
  readonly sky: string
}

export type WeatherActivity = (call: WeatherCall, context: ActivityContext) => Promise<WeatherResult>
`)
  })
})
