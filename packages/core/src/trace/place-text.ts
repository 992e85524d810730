import { parsePointer } from '../schema/pointer.ts'
import type { ValuePlace } from './origin-types.ts'

const PLACE = /^(?:((?:request|call)\/[\w/]*?)\/)?(input|result|output|context)(?:#(.*))?$/s

/** `request/0/call/1/input#/city`; `result#/title`, or `output#/title`, of the Run itself. */
export const placeText = ({ span, part, pointer }: ValuePlace): string =>
  `${span === '' ? '' : `${span}/`}${part}${pointer === '' ? '' : `#${pointer}`}`

/** The place that such a text names; undefined for any other text. */
export const parsePlace = (text: string): ValuePlace | undefined => {
  const [, span = '', part, pointer = ''] = PLACE.exec(text) ?? []
  if (part === undefined || parsePointer(pointer) === undefined) return undefined
  return { span, part: part === 'output' ? 'result' : (part as ValuePlace['part']), pointer }
}
