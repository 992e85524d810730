import { describe, expect, it } from 'vitest'
import { alternativeName, alternativesOf, chosenAlternative, plainSchema } from './form-schemas.ts'
import { fieldKind, initialValue, missingValues, placeErrors } from './schema-values.ts'

const SHAPES = {
  type: 'object',
  properties: {
    shape: {
      oneOf: [
        { $ref: '#/$defs/circle' },
        { title: 'A square', type: 'object', properties: { kind: { const: 'square' }, side: { type: 'number' } } },
        { type: 'null' },
      ],
    },
    at: { $ref: '#/$defs/point', description: 'Where' },
    next: { $ref: '#' },
    maybe: { anyOf: [{ $ref: '#/$defs/point' }, { type: 'null' }] },
  },
  required: ['at'],
  $defs: {
    circle: {
      type: 'object',
      properties: { kind: { const: 'circle' }, radius: { type: 'number', default: 1 } },
      required: ['kind', 'radius'],
    },
    point: {
      allOf: [
        { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] },
        { properties: { y: { type: 'number' } } },
      ],
    },
  },
} as const
const { shape, at, maybe } = SHAPES.properties

describe('a form behind references and alternatives', () => {
  it('has real fields', () => {
    expect(fieldKind(shape, SHAPES)).toBe('alternatives')
    expect(fieldKind(at, SHAPES)).toBe('object')
    expect(fieldKind(maybe, SHAPES)).toBe('object')
    expect(plainSchema(at, SHAPES)).toMatchObject({
      description: 'Where',
      properties: { x: { type: 'number' }, y: { type: 'number' } },
      required: ['x'],
    })
    expect(fieldKind({ $ref: '#/$defs/gone' }, SHAPES)).toBe('json')
  })

  it('names alternatives by title, by the value that tells them apart, or by type', () => {
    expect(alternativesOf(shape, SHAPES).map((one, index) => alternativeName(one, SHAPES, index + 1))).toEqual([
      'circle',
      'A square',
    ])
    expect(alternativeName({ type: 'string' }, SHAPES, 1)).toBe('string')
    expect(alternativeName({}, SHAPES, 2)).toBe('2')
  })

  it('chooses the alternative that a value fits', () => {
    expect(chosenAlternative(shape, SHAPES, { kind: 'square' })).toBe(1)
    expect(chosenAlternative(shape, SHAPES, { radius: 2 })).toBe(0)
    expect(chosenAlternative(shape, SHAPES, 'none')).toBe(-1)
    expect(chosenAlternative({ anyOf: [{ type: 'string' }, { type: 'integer' }] }, SHAPES, 3)).toBe(1)
  })

  it('begins with fixed values and defaults, and a schema that holds itself ends', () => {
    expect(initialValue(SHAPES.$defs.circle, SHAPES)).toEqual({ kind: 'circle', radius: 1 })
    expect(initialValue(SHAPES)).toEqual({ at: {} })
    const endless = { type: 'object', properties: { in: { $ref: '#' } }, required: ['in'] }
    expect(initialValue(endless)).toBeDefined()
  })

  it('places errors and missing values at its fields, in lists too', () => {
    expect(missingValues(SHAPES, { at: {} })).toEqual([{ path: '/at/x', title: 'x' }])
    const listed = { properties: { all: { type: 'array', items: shape } }, $defs: SHAPES.$defs }
    const told = [
      { path: '/all/1/radius', message: 'too small' },
      { path: '/all/0/kind', message: 'no' },
    ]
    expect(placeErrors(listed, told).byField).toEqual({ '/all/1/radius': 'too small', '/all/0/kind': 'no' })
  })
})
