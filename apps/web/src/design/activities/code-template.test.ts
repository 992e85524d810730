import { expect, test } from 'vitest'
import { codeTemplate } from './code-template.ts'

test('code for a Tool begins with its parameters and a result that its schema allows', () => {
  const schema = {
    type: 'object',
    properties: {
      _approval: { const: 'required' },
      version: { type: 'string' },
      _output: { type: 'object', properties: { title: { type: 'string', examples: ['Cut'] } }, required: ['title'] },
    },
  }
  expect(codeTemplate(schema)).toBe(`export default ({ version }, context) => {
  context.log('called')
  return {
    "title": "Cut"
  }
}
`)
})

test('code for no Tool, or for one without a declared result, gives back its Call', () => {
  const echo = `export default (call, context) => {
  context.log('called')
  return call
}
`
  expect(codeTemplate(null)).toBe(echo)
  expect(codeTemplate({ type: 'object', properties: { 'a-b': { type: 'string' } } })).toBe(echo)
})
