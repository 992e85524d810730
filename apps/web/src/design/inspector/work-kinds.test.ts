import { describe, expect, it } from 'vitest'
import { activitiesOfKind, kindOfWork, namesake, type Workers } from './work-kinds.ts'

const WORKERS: Workers = {
  activities: ['render', 'weather', 'memory__read'],
  mcpServers: ['memory'],
  requests: ['weather', 'news'],
}

describe('the kinds of work', () => {
  it('tell code, HTTP requests and Tools of MCP servers apart', () => {
    const kindOf = (name: string) => kindOfWork({ worker: { type: 'activity', name } }, WORKERS)
    expect(['render', 'weather', 'memory__read'].map(kindOf)).toEqual(['code', 'http', 'mcp'])
    expect(kindOfWork({ worker: { type: 'idea', address: 'idea://x' } }, WORKERS)).toBe('idea')
  })

  it('list every Activity once, with a request that ensemble.json has just gained and the chosen one that is missing', () => {
    expect(activitiesOfKind('http', WORKERS)).toEqual(['weather', 'news'])
    expect(activitiesOfKind('code', WORKERS, 'gone')).toEqual(['render', 'gone'])
  })

  it('take the namesake of the Tool at once, and no other', () => {
    expect(namesake('render', 'code', WORKERS)).toBe('render')
    expect(namesake('sing', 'code', WORKERS)).toBeUndefined()
    expect(namesake('render', 'http', WORKERS)).toBeUndefined()
  })
})
