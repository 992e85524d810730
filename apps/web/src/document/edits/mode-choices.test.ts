import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@ensemble/core'
import type { GraphTool } from '@ensemble/core/idea'
import type { ToolPlace } from '../texts/idea-view.ts'
import { modeSource, sharesOf } from './mode-choices.ts'

const placeOf = (properties: JsonObject): ToolPlace => ({
  name: 'sing',
  file: 'ideas/composer.json',
  path: [],
  entryPath: [],
  shared: false,
  schema: { type: 'object', properties },
})
const row = (change: Partial<GraphTool> = {}): GraphTool => ({
  name: 'sing',
  mode: 'latent',
  modules: [],
  approval: false,
  ...change,
})

describe('what decides a mode', () => {
  it('is the binding where the Idea leaves it open', () => {
    const profile = { tools: { sing: { default: 'choir', ideas: { composer: '' } } } }
    expect(modeSource(placeOf({}), row(), profile, 'composer')).toEqual({
      type: 'open',
      target: '',
      scope: 'idea',
      per: 'run',
    })
    expect(modeSource(placeOf({}), row(), profile, 'producer')).toMatchObject({ target: 'choir', scope: 'all' })
    expect(modeSource(placeOf({}), row(), {}, 'composer')).toMatchObject({ type: 'open', target: undefined })
  })

  it('is the Idea where it names an Activity, with what the profile puts behind the name', () => {
    const place = placeOf({ _activity: { const: 'render' } })
    expect(modeSource(place, row(), { activities: { render: 'fast' } }, 'composer')).toEqual({
      type: 'named',
      authored: 'render',
      implementation: 'fast',
    })
    expect(modeSource(placeOf({ _activity: { const: '' } }), row(), {}, 'composer')).toEqual({ type: 'fixedLatent' })
  })

  it('of a Tool with an Idea as its module is the binding alone', () => {
    const place = placeOf({ _module: { const: 'idea://x' }, _activity: { const: 'render' } })
    const tool = row({ mode: 'module', modules: ['idea://x'] })
    expect(modeSource(place, tool, { tools: { sing: 'choir' } }, 'composer')).toMatchObject({ target: 'choir' })
  })
})

describe('weights', () => {
  it('are shown as shares of their sum, which may be nothing', () => {
    const weights = (...numbers: number[]) => numbers.map((weight) => ({ to: '', weight }))
    expect(sharesOf(weights(9, 1))).toEqual([90, 10])
    expect(sharesOf(weights(0, 0))).toEqual([0, 0])
  })
})
