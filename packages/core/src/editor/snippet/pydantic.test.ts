import { expect, it } from 'vitest'
import { createValidator } from '../../schema/validate.ts'
import { importText } from './import-text.ts'

const SOURCE = `
from typing import Annotated, Literal, Optional
from pydantic import BaseModel, Field

class Place(BaseModel):
    city: str = Field(..., min_length=1, description="Name of the city, or of a village")  # where
    zip: Optional[str] = None

class PlanTrip(BaseModel):
    """Plans a trip from one place
    to another."""

    model_config = {"extra": "forbid"}
    start: Place
    stops: list[Place] = Field(
        default_factory=list,
        max_length=5,
        description='Places on the way',
    )
    days: Annotated[int, Field(ge=1, le=30)] = 3
    mood: Literal["calm", "wild"] = "calm"
    cost: float | None = None
    extra: dict[str, int]
    odd: Widget

    def total(self) -> int:
        days: int = 5
        return self.days

x: int = 3
`

it('a model of pydantic becomes a Tool, the models in it its definitions', async () => {
  const { tools, lost } = await importText(SOURCE)
  expect(tools).toHaveLength(1)
  expect(tools[0]?.name).toBe('planTrip')
  expect(tools[0]?.schema).toMatchObject({
    type: 'object',
    description: 'Plans a trip from one place to another.',
    properties: {
      start: { $ref: '#/$defs/Place' },
      stops: { type: 'array', items: { $ref: '#/$defs/Place' }, description: 'Places on the way', maxItems: 5 },
      days: { type: 'integer', minimum: 1, maximum: 30, default: 3 },
      mood: { enum: ['calm', 'wild'], default: 'calm' },
      cost: { type: ['number', 'null'] },
      extra: { type: 'object', additionalProperties: { type: 'integer' } },
      odd: {},
    },
    required: ['start', 'extra', 'odd'],
    $defs: {
      Place: {
        properties: {
          city: { type: 'string', minLength: 1, description: 'Name of the city, or of a village' },
          zip: { type: ['string', 'null'] },
        },
        required: ['city'],
      },
    },
  })
  expect(lost.map(({ what }) => what)).toEqual(['The type Widget is unknown here, so any value fits.'])
  expect(createValidator().checkSchema(tools[0]?.schema ?? false).ok).toBe(true)
})

it('reads hostile text without end or error', async () => {
  for (const text of [
    'class A(BaseModel):\n    a: list[list[',
    `class A(BaseModel):\n    a: ${'['.repeat(5000)}`,
    'class A(BaseModel):',
  ])
    expect(await importText(text)).toHaveProperty('tools')
})

it('an Enum is a list of its values, and constrained types have their bounds', async () => {
  const { tools, lost } = await importText(`
class Color(str, Enum):
    RED = "red"
    BLUE = "blue"

class Paint(BaseModel):
    color: Color
    price: confloat(gt=0)
    other: Optional[Color] = None
    codes: conlist(int, min_length=1)
`)
  expect(lost).toEqual([])
  expect(tools.map(({ schema }) => schema)).toEqual([
    {
      type: 'object',
      properties: {
        color: { enum: ['red', 'blue'] },
        price: { type: 'number', exclusiveMinimum: 0 },
        other: { anyOf: [{ enum: ['red', 'blue'] }, { type: 'null' }] },
        codes: { type: 'array', items: { type: 'integer' }, minItems: 1 },
      },
      required: ['color', 'price', 'codes'],
    },
  ])
})
