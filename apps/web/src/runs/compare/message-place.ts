import { isObject, type Json } from '@ensemble/core'
import { say } from './say.ts'

/** Where in a prompt two Runs part, in words: which message, whose, and what of it where that is not what it says. */
export function messagePlace(path: string, ...sides: readonly (Json | undefined)[]): string {
  const [index, ...rest] = path.split('/').slice(1)
  if (index === undefined) return say('wholePrompt')
  const found = sides.map((side) => (Array.isArray(side) ? side[Number(index)] : undefined)).find(isObject)
  const number = String(Number(index) + 1)
  const message =
    typeof found?.role === 'string' ? say('messageOf', { number, role: found.role }) : say('message', { number })
  return rest.length === 0 || rest[0] === 'content' ? message : say('partOf', { message, part: rest.join(' › ') })
}
