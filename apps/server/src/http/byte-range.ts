/** Both ends included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** One range of a `Range` header over `size` bytes: undefined for the whole, null if no byte of it exists. */
export const parseRange = (header: string | null, size: number): ByteRange | null | undefined => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  const [, first = '', last = ''] = match ?? []
  if (match === null || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? null : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start >= size || end < start ? null : { start, end }
}
