import { expect, it } from 'vitest'
import { readTyped } from './shorthand.ts'

it.each([
  ['city', { name: 'city', schema: undefined, required: undefined }],
  ['city!', { name: 'city', schema: undefined, required: true }],
  ['tags:string[]', { name: 'tags', schema: { type: 'array', items: { type: 'string' } }, required: undefined }],
  ['age: integer?', { name: 'age', schema: { type: 'integer' }, required: false }],
  ['name:string!', { name: 'name', schema: { type: 'string' }, required: true }],
  ['mood:"calm" | "wild"!', { name: 'mood', schema: { type: 'string', enum: ['calm', 'wild'] }, required: true }],
  ['at:string|null', { name: 'at', schema: { type: ['string', 'null'] }, required: undefined }],
  ['id:string|number!', { name: 'id', schema: { type: ['string', 'number'] }, required: true }],
  [
    'home:Place|null',
    { name: 'home', schema: { anyOf: [{ $ref: '#/$defs/Place' }, { type: 'null' }] }, required: undefined },
  ],
  ['shape:oneOf!', { name: 'shape', schema: { oneOf: [{ type: 'string' }, { type: 'null' }] }, required: true }],
  ['base:allOf', { name: 'base', schema: { allOf: [{ type: 'string' }] }, required: undefined }],
  ['home:Place[]', { name: 'home', schema: { type: 'array', items: { $ref: '#/$defs/Place' } }, required: undefined }],
  ['age?: integer', { name: 'age', schema: { type: 'integer' }, required: false }],
  ['due:date!', { name: 'due', schema: { type: 'string', format: 'date' }, required: true }],
  [
    'to:email[]',
    { name: 'to', schema: { type: 'array', items: { type: 'string', format: 'email' } }, required: undefined },
  ],
] as const)('a property is typed as %s', (text, expected) => {
  const named = (word: string) => (word === 'Place' ? { $ref: '#/$defs/Place' } : undefined)
  expect(readTyped(text, named)).toEqual(expected)
})

it.each(['', ':string', 'a:', 'a:strin', 'a:Place'])('%j names no property and type', (text) => {
  expect(readTyped(text)).toBeUndefined()
})
