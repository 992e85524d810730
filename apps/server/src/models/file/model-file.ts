import { constants, type Stats } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'
import { ModelError } from '@ensemble/core'
import { pathIn } from '../../workspace/file-address.ts'

const MAGIC = 'GGUF'
/** Opening a pipe that nothing writes to would otherwise hold a thread of Node for ever; Windows has no such flag. */
const AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK

/**
 * The path of a model's file. Throws ModelError `model.unreachable` where it is outside the workspace without being a whole
 * path, missing, or no GGUF file: native code reads it, so it is looked at first.
 */
export const findModelFile = async (root: string, address: string): Promise<string> => {
  const written = pathIn(address)
  const path = resolve(root, written)
  const refuse = (why: string): never => {
    throw new ModelError('model.unreachable', `The model’s file ${written} ${why}`, { retryable: false })
  }
  if (!isAbsolute(written) && relative(root, path).startsWith('..'))
    return refuse('is outside the workspace. Give its whole path.')
  const unreadable = (): never => refuse('is missing, or cannot be read. Check its path.')
  const refuseOther = (found: Stats): void => {
    if (!found.isFile()) refuse('is not a file. Name the .gguf file itself.')
  }
  refuseOther(await stat(path).catch(unreadable))
  const file = await open(path, AT_ONCE).catch(unreadable)
  try {
    refuseOther(await file.stat())
    const { buffer } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
    return buffer.toString('latin1') === MAGIC
      ? path
      : refuse('is not a GGUF file. Convert the model, or download it in that format.')
  } finally {
    await file.close()
  }
}
