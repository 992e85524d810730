import type { FileEdit } from '../texts/document.ts'
import { PINS_FILE } from '../texts/files.ts'
import { readPins, type Pin } from '../open/read-pins.ts'
import type { Files } from './intents.ts'
import { toText } from '../texts/json-edit.ts'

/** The pins of one Tool of an Idea: at most one for any Call, and one for each set of parameters. */
export const pinsOf = (pins: readonly Pin[], idea: string, tool: string): readonly Pin[] =>
  pins.filter((pin) => pin.idea === idea && pin.tool === tool)

const isSame = (one: Pin, other: Pin): boolean =>
  one.idea === other.idea &&
  one.tool === other.tool &&
  JSON.stringify(one.parameters ?? null) === JSON.stringify(other.parameters ?? null)

const withPins = (files: Files, change: (pins: readonly Pin[]) => readonly Pin[]): FileEdit => ({
  file: PINS_FILE,
  text: toText({ version: 1, pins: [...change(readPins(files.get(PINS_FILE)?.text))] }),
})

/** The edit that pins a result, in place of one for the same Calls. */
export const pinResult = (files: Files, pin: Pin): FileEdit =>
  withPins(files, (pins) => [...pins.filter((each) => !isSame(each, pin)), pin])

export const unpin = (files: Files, pin: Pin): FileEdit =>
  withPins(files, (pins) => pins.filter((each) => !isSame(each, pin)))

/** The edit that puts `to` in place of `from`: for any Call rather than some, or the other way. */
export const changePin = (files: Files, from: Pin, to: Pin): FileEdit =>
  withPins(files, (pins) =>
    pins.filter((each) => isSame(each, from) || !isSame(each, to)).map((each) => (isSame(each, from) ? to : each)),
  )

/** The edit that lets pins follow an Idea or a Tool to its new name; null where none is concerned. */
export function renamePins(files: Files, change: (pin: Pin) => Pin): FileEdit | null {
  const text = files.get(PINS_FILE)?.text
  const pins = readPins(text)
  const next = pins.map(change)
  return next.every((pin, index) => pin === pins[index]) ? null : withPins(files, () => next)
}
