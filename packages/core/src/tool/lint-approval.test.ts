import { describe, expect, it } from 'vitest'
import type { Json } from '../schema/json.ts'
import { lintTool } from './lint.ts'
import { normaliseTool } from './normalise.ts'

const deploy = (when: Json) => {
  const { tool } = normaliseTool('deploy', {
    type: 'object',
    description: 'Ships the build to a stage.',
    properties: {
      stage: { type: 'string', enum: ['staging', 'production'], description: 'Where to.' },
      target: {
        type: 'object',
        properties: { region: { const: 'eu' }, zone: { type: 'string' } },
        additionalProperties: false,
      },
      labels: { type: 'object' },
    },
    required: ['stage'],
    _approval: { when },
  })
  return lintTool(tool).filter(({ code }) => code === 'lint.approvalNever')
}
const messages = (when: Json): readonly string[] => deploy(when).map(({ message }) => message)

describe('a condition of _approval that no Call can meet is an error', () => {
  it('that asks for a value outside the enum of its parameter', () => {
    const [problem] = deploy({ properties: { stage: { const: 'prod' } } })
    expect(problem).toMatchObject({ severity: 'error', tool: 'deploy' })
    expect(problem?.message).toBe(
      'The condition of _approval of deploy asks for stage to be "prod", which it never is: it is "staging", "production".',
    )
    expect(messages({ properties: { target: { properties: { region: { enum: ['eu', 'us'] } } } } })).toEqual([
      'The condition of _approval of deploy asks for target.region to be "us", which it never is: it is "eu".',
    ])
  })

  it('that tests a missing parameter, at any depth and in any alternative', () => {
    expect(messages({ required: ['stgae'] })).toEqual([
      'The condition of _approval of deploy looks at stgae, which no Call has. Did you mean stage?',
    ])
    expect(messages({ anyOf: [{ properties: { target: { required: ['rgion'] } } }] })).toEqual([
      'The condition of _approval of deploy looks at target.rgion, which no Call has. Did you mean region?',
    ])
  })

  it('and one that can hold isn’t reported', () => {
    const conditions: readonly Json[] = [
      true,
      {},
      { properties: { stage: { const: 'production' } } },
      { properties: { target: { properties: { zone: { const: 'a' } } } }, required: ['target'] },
      { properties: { labels: { required: ['team'] } } },
      { not: { properties: { stage: { const: 'staging' } } } },
    ]
    for (const when of conditions) expect(messages(when)).toEqual([])
  })
})
