import { expect, test } from 'vitest'
import { importFiles } from './import-files.ts'

test('agents that several functions keep in variables of the same name become an Idea each', () => {
  const agent = (text: string) => `const agent = new Agent({ name: 'Browser user', instructions: '${text}' })
  await run(agent, 'go')`
  const text = `import { Agent, run } from '@openai/agents'
async function first() {
  ${agent('One.')}
}
async function second() {
  ${agent('Two.')}
}`
  const { ideas } = importFiles([{ path: 'browse.ts', text }])
  expect(ideas.map(({ name, idea }) => [name, idea])).toEqual([
    ['browser-user', expect.objectContaining({ context: expect.arrayContaining([{ type: 'text', text: 'One.' }]) })],
    ['browser-user-2', expect.objectContaining({ context: expect.arrayContaining([{ type: 'text', text: 'Two.' }]) })],
  ])
})
