import { describe, expect, it } from 'vitest'
import type { Json } from '../schema/json.ts'
import { applyTextEdits } from '../schema/json-document.ts'
import { setEnum } from './enum-edits.ts'

const tool = (stage: Json, approval: Json): Json => ({
  type: 'object',
  properties: {
    stage,
    target: { type: 'object', properties: { region: { enum: ['eu', 'us'] } } },
  },
  _approval: approval,
})
const STAGES = { type: 'string', enum: ['staging', 'production'] }
const inIdea = (value: Json): string =>
  JSON.stringify({ context: [{ type: 'tool', tool: { deploy: value } }] }, null, 2)
const AT = '/context/0/tool/deploy/properties'

const approvalAfter = (when: Json, at: string, values: Json): unknown => {
  const text = inIdea(tool(STAGES, { when }))
  return JSON.parse(applyTextEdits(text, setEnum(text, at, values))).context[0].tool.deploy._approval.when
}

describe('renaming a value of an enum', () => {
  it('carries the conditions of _approval along, in every branch and at any depth', () => {
    expect(
      approvalAfter(
        {
          anyOf: [
            { properties: { stage: { const: 'production' } } },
            { not: { properties: { stage: { enum: ['staging'] } } } },
          ],
        },
        `${AT}/stage`,
        ['staging', 'live'],
      ),
    ).toEqual({
      anyOf: [{ properties: { stage: { const: 'live' } } }, { not: { properties: { stage: { enum: ['staging'] } } } }],
    })
    expect(
      approvalAfter(
        { properties: { target: { properties: { region: { const: 'us' } } } } },
        `${AT}/target/properties/region`,
        ['eu', 'america'],
      ),
    ).toEqual({ properties: { target: { properties: { region: { const: 'america' } } } } })
  })

  it('carries the default and the examples of its parameter along', () => {
    const stage = { ...STAGES, default: 'production', examples: ['staging', 'production'] }
    const text = inIdea(tool(stage, { when: {} }))
    const after = JSON.parse(applyTextEdits(text, setEnum(text, `${AT}/stage`, ['staging', 'live'])))
    expect(after.context[0].tool.deploy.properties.stage).toEqual({
      type: 'string',
      enum: ['staging', 'live'],
      default: 'live',
      examples: ['staging', 'live'],
    })
  })

  it('leaves conditions on other parameters, and those that no renamed value is in', () => {
    const when = {
      properties: { target: { properties: { region: { const: 'production' } } }, stage: { const: 'staging' } },
    }
    expect(approvalAfter(when, `${AT}/stage`, ['staging', 'live'])).toEqual(when)
  })

  it('is not what adding, removing or reordering values is', () => {
    const when = { properties: { stage: { const: 'production' } } }
    for (const values of [['staging'], ['staging', 'production', 'live'], ['production', 'staging']])
      expect(approvalAfter(when, `${AT}/stage`, values)).toEqual(when)
  })

  it('leaves every byte outside of both places, and carries a condition among the properties', () => {
    const text = `{
  // a comment
  "properties": {
    "stage": { "enum": ["a", "b"] },
    "_approval": { "const": { "when": { "properties": { "stage": { "const": "b" } } } } }
  },   "title":   "Deploy"
}`
    const after = applyTextEdits(text, setEnum(text, '/properties/stage', ['a', 'c']))
    expect(after).toContain('// a comment')
    expect(after).toContain('"title":   "Deploy"')
    expect(after.replaceAll(/\s+/g, ' ')).toContain('"stage": { "const": "c" }')
  })
})
