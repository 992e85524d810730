import { expect, test } from 'vitest'
import { suggestAddress } from './suggest-address.ts'

test.each([
  ['http://127.0.0.1:11434', 'http://127.0.0.1:11434/v1'],
  ['http://127.0.0.1:11434/', 'http://127.0.0.1:11434/v1'],
  ['https://a.example/openai', 'https://a.example/openai/v1'],
  ['https://a.example/openai?x=1', 'https://a.example/openai/v1'],
  ['https://a.example/v1', undefined],
  ['https://a.example/V2/chat', undefined],
  ['https://a.example/v1beta/openai', undefined],
  ['no address', undefined],
])('the address %s suggests %s', (baseUrl, suggestion) => expect(suggestAddress(baseUrl)).toBe(suggestion))
