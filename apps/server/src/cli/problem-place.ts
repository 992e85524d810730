import { join } from 'node:path'
import type { Problem } from '@ensemble/core'
import { rangeAt } from '@ensemble/core/editor'
import { readIfThere } from '../workspace/missing-file.ts'

/** Lines and columns counted from 1, as editors and reports count them. */
export interface Place {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

const positionOf = (text: string, offset: number): readonly [line: number, column: number] => {
  const before = text.slice(0, offset)
  return [before.split('\n').length, offset - before.lastIndexOf('\n')]
}

/** The place of a problem in the text of its file. */
export const placeIn = (text: string, { range, path }: Pick<Problem, 'range' | 'path'>): Place => {
  const [offset, length] = range ?? rangeAt(text, path)
  const [line, column] = positionOf(text, offset)
  const [endLine, endColumn] = positionOf(text, offset + length)
  return { line, column, endLine, endColumn }
}

/** Code has no pointers: what is wrong with it names its place in the message, or is about the whole file. */
const placeInCode = ({ message }: Problem): Place => {
  const [, line = '1', column = '1'] = /^Line (\d+), column (\d+):/.exec(message) ?? []
  return { line: Number(line), column: Number(column), endLine: Number(line), endColumn: Number(column) + 1 }
}

export interface PlacedProblem {
  readonly problem: Problem
  /** Undefined for a problem of no file, or of one that is gone. */
  readonly place: Place | undefined
}

/** Undefined if there is no such file; what only bears its name, such as a pipe, has no text. */
const textOf = async (path: string): Promise<string | undefined> => {
  const bytes = await readIfThere(path).catch(() => undefined)
  return bytes && new TextDecoder().decode(bytes)
}

/** Reads each file once. */
export const placeProblems = async (root: string, problems: readonly Problem[]): Promise<readonly PlacedProblem[]> => {
  const texts = new Map<string, string | undefined>()
  for (const { file } of problems)
    if (file !== undefined && !texts.has(file)) texts.set(file, await textOf(join(root, file)))
  return problems.map((problem) => {
    const text = problem.file === undefined ? undefined : texts.get(problem.file)
    if (text === undefined) return { problem, place: undefined }
    return { problem, place: problem.file?.endsWith('.json') === true ? placeIn(text, problem) : placeInCode(problem) }
  })
}
