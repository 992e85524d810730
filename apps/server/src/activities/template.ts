import type { Json } from '@ensemble/core'

/** A text with places for a Call's parameters, `{name}`, and for secrets, `secret://NAME`. */
export type Template = readonly TemplatePart[]
export type TemplatePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'parameter'; readonly name: string }
  | { readonly type: 'secret'; readonly reference: string }

const PLACE = /\{([A-Za-z][A-Za-z0-9_-]*)\}|(secret:\/\/[A-Za-z][A-Za-z0-9_-]{0,63})/g

/** Undefined where a brace opens or closes no place. */
export const parseTemplate = (text: string): Template | undefined => {
  const parts: TemplatePart[] = []
  let end = 0
  for (const { index, 0: place, 1: name, 2: reference } of text.matchAll(PLACE)) {
    parts.push({ type: 'text', text: text.slice(end, index) })
    if (name !== undefined) parts.push({ type: 'parameter', name })
    if (reference !== undefined) parts.push({ type: 'secret', reference })
    end = index + place.length
  }
  parts.push({ type: 'text', text: text.slice(end) })
  const isClean = parts.every((part) => part.type !== 'text' || !/[{}]/.test(part.text))
  return isClean ? parts.filter((part) => part.type !== 'text' || part.text !== '') : undefined
}

/** The Call's parameters that the template has a place for. */
export const parametersOf = (template: Template): readonly string[] =>
  template.flatMap((part) => (part.type === 'parameter' ? [part.name] : []))

export const hasSecret = (template: Template): boolean => template.some(({ type }) => type === 'secret')

/** The values for a template. Parameters are never searched for secrets: a model cannot ask for one. */
export interface Values {
  readonly parameter: (name: string) => Json | undefined
  /** Throws EnsembleError `secret.missing`. */
  readonly secret: (reference: string) => string
}

/** A text as it is, anything else as JSON; undefined for a parameter that was not given. */
const toText = (value: Json | undefined): string | undefined => {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Undefined where a parameter that it needs was not given. `escape` is applied to what fills a place, not to the text around. */
export const fillTemplate = (
  template: Template,
  { parameter, secret }: Values,
  escape: (text: string) => string = (text) => text,
): string | undefined => {
  let filled = ''
  for (const part of template) {
    const text =
      part.type === 'parameter'
        ? toText(parameter(part.name))
        : part.type === 'secret'
          ? secret(part.reference)
          : part.text
    if (text === undefined) return undefined
    filled += part.type === 'text' ? text : escape(text)
  }
  return filled
}
