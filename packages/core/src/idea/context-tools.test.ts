import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../schema/json.ts'
import { normaliseTool } from '../tool/normalise.ts'
import { contextTools } from './context-tools.ts'

const draw: JsonObject = {
  type: 'object',
  description: 'Draws.',
  properties: { n: { type: 'integer' }, _activity: { const: 'draw' }, _delegate: { const: 'idea://artist' } },
  required: ['n'],
}

/** The shared Tool with the Idea's additions next to the reference. */
const beside = (own: JsonObject) => {
  const { tools } = contextTools([{ type: 'tool', tool: { draw: { $ref: 'tool://draw', ...own } } }], { draw })
  const { tool, problems } = normaliseTool('draw', tools[0]?.schema ?? {})
  expect(problems).toEqual([])
  return tool
}

describe('additions next to a reference to a shared Tool', () => {
  it('takes the place of a meta field, whichever way the two are written and named', () => {
    expect(beside({ _activity: '' })).toMatchObject({ activity: '', module: { value: 'idea://artist' } })
    expect(beside({ properties: { _activity: { const: 'paint' } } }).activity).toBe('paint')
    expect(beside({ _module: 'idea://other' }).module).toEqual({ type: 'const', value: 'idea://other' })
    expect(beside({ _activity: '' }).parameters).toEqual(beside({}).parameters)
  })

  it('joins the parameters: nothing that the Tool asks for is lost', () => {
    const { parameters, outputPath } = beside({
      properties: { color: { type: 'string' }, _outputPath: { const: '†state.picture' } },
      required: ['color'],
    })
    expect(parameters).toMatchObject({
      properties: { n: { type: 'integer' }, color: { type: 'string' } },
      required: ['n', 'color'],
    })
    expect(outputPath).toEqual({ type: 'const', value: '†state.picture' })
    expect(beside({ properties: { n: { type: 'number' } } }).parameters).toMatchObject({
      properties: { n: { type: 'number' } },
    })
  })
})
