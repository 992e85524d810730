import { hasOwn, isObject, type Json } from '../../schema/json.ts'
import { accepts } from './accepts.ts'
import { wordsOf } from './choose-tools.ts'
import { isShownRef, outputCandidates } from './context-values.ts'
import { fillValue } from './fill-values.ts'
import type { FillContext } from './known-values.ts'
import { Unsatisfiable } from './budget.ts'
import { toLoweredShape } from './lowered-shape.ts'
import type { SeenRequest } from './read-request.ts'
import type { LeftOut } from './repair.ts'
import { propertiesOf, valueSchema } from './schema-view.ts'
import { MADE_UP } from './generate-string.ts'
import { asSentence, contentWords, tokensOf } from './words.ts'

/** The output, filled from results and state; its text says what was left out. Repaired once. Throws Unsatisfiable. */
export const fillOutput = (request: SeenRequest, seed: string, leftOut: readonly LeftOut[]): Json => {
  const { blocks, past, output } = request
  const said = leftOut.map(({ tool, why }) => asSentence(`Left out ${tool}: ${why}`)).join(' ') || fitsNone(request)
  if (output === undefined) return [textAnswer(request), said].filter((part) => part !== '').join(' ')
  // The same code tells of a result that its output path did not take.
  const refused = request.refused.filter(({ code, path }) => code === 'output.invalid' && path !== '/_outputPath')
  const [first, second] = refused
  if (second !== undefined) throw new Unsatisfiable(`output${second.path?.replace(/^\/output/, '') ?? ''}`)
  const known = [request.text, ...blocks.map(({ value }) => wordsOf(value))].join(' ')
  const context: FillContext = {
    root: output.root,
    seed: `${seed}/output${first === undefined ? '' : '/again'}`,
    candidates: first === undefined ? outputCandidates(blocks, past) : [],
    references: [],
    isLowered: request.isLowered,
    subject: contentWords(known),
    echo: askedOf(request),
    said: tokensOf(known),
  }
  const filled =
    (first === undefined ? lastFitting(request) : undefined) ??
    fillValue(output.schema, { path: 'output', required: true }, context) ??
    null
  return said === '' ? filled : saySo(filled, said, request)
}

const fitsNone = ({ tools, past, isAsked }: SeenRequest): string =>
  isAsked && tools.length > 0 && past.length === 0 ? 'No Tool fits this request.' : ''

/** A result that is the whole output: the last one that fits a schema which asks for something. */
const lastFitting = ({ output, past, isLowered }: SeenRequest): Json | undefined => {
  if (output === undefined) return undefined
  const { schema } = valueSchema(output.schema, output.root)
  if (!isObject(schema) || (schema.required === undefined && (schema.type === 'object' || schema.type === undefined))) {
    return undefined
  }
  return past
    .flatMap(({ result }) => (result === undefined || isShownRef(result) ? [] : [result]))
    .map((result) => (isLowered ? toLoweredShape(schema, result, output.root) : result))
    .findLast((result) => accepts(schema, result, output.root))
}

/** Texts that are meant to tell something; a title is not spoiled while there is one of them. */
const TELLING = /summary|message|note|comment|answer|report|description|text|reason/i

/** Puts a sentence into the output's text: one that tells something, else the first free one; unchanged without. */
const saySo = (filled: Json, sentence: string, { output }: SeenRequest): Json => {
  if (output === undefined) return filled
  const { schema } = valueSchema(output.schema, output.root)
  if (typeof filled === 'string') {
    const longer = append(filled, sentence)
    return accepts(schema, longer, output.root) ? longer : filled
  }
  if (!isObject(filled)) return filled
  const texts = Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
    const { schema: wanted } = valueSchema(property, output.root)
    if (!isObject(wanted) || wanted.type !== 'string' || hasOwn(wanted, 'format')) return []
    const text = append(hasOwn(filled, name) ? filled[name] : undefined, sentence)
    return accepts(wanted, text, output.root) ? [{ name, text }] : []
  })
  const place = texts.find(({ name }) => TELLING.test(name)) ?? texts[0]
  return place === undefined ? filled : { ...filled, [place.name]: place.text }
}

const append = (text: Json | undefined, sentence: string): string => {
  if (typeof text !== 'string' || text === '') return sentence
  return `${asSentence(text)} ${sentence}`
}

const SHOWN_CHARACTERS = 200

/** In the person's words; empty if the Idea speaks alone. Text made up in the caller is not repeated. */
const askedOf = ({ isAsked, text, blocks }: SeenRequest): string =>
  (isAsked ? [text, ...blocks.filter(({ kind }) => kind === 'input').map(({ value }) => wordsOf(value))] : [])
    .flatMap((said) => said.split('\n'))
    .filter((said) => !said.startsWith(MADE_UP))
    .join(' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()

/** An answer in text: what the Calls gave, or that there was nothing to do. */
const textAnswer = (request: SeenRequest): string => {
  const { past } = request
  const results = past.flatMap(({ tool, result }) => {
    if (result === undefined) return []
    const shown = typeof result === 'string' ? result : JSON.stringify(result)
    return [`${tool}: ${shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown}`]
  })
  if (results.length > 0) return asSentence(`Simulated answer. ${results.join('; ')}`)
  const asked = askedOf(request)
  return asked === '' ? 'Simulated answer.' : asSentence(`Simulated answer to “${asked.slice(0, SHOWN_CHARACTERS)}”`)
}
