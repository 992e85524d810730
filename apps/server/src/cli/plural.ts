/** `1 call`, `2 calls`, `1,200 calls`. */
export const many = (count: number, one: string): string =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`
