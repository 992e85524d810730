import { basename } from 'node:path'

/** The address of a model in a file, in the workspace or by its whole path: `file:models/qwen.gguf`. */
const FILE_ADDRESS = /^file:.+\.gguf$/i

export const isFileAddress = (baseUrl: string): boolean => FILE_ADDRESS.test(baseUrl)

/** The name that a file's model has where it got no other: `qwen` of `file:models/qwen.gguf`. */
export const nameInFile = (address: string): string => basename(pathIn(address)).replace(/\.gguf$/i, '')

/** The path as it was written. */
export const pathIn = (address: string): string => address.replace(/^file:(\/\/(?=\/))?/, '')
