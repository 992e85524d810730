import { isName } from './name.ts'

/** As Russian names are written in other letters. */
const LETTERS: { readonly [letter: string]: string } = Object.fromEntries(
  'а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya'
    .split(' ')
    .map((pair) => pair.split(':')),
)
const LONGEST = 56

/** A file's name for words in any letters: `Песня о дожде` → `pesnya-o-dozhde`; `""` where nothing is left of them. A name stays as it is. */
export const nameFrom = (words: string): string => {
  if (isName(words)) return words
  const plain = [...words.toLowerCase()].map((letter) => LETTERS[letter] ?? letter).join('')
  const name = plain
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, LONGEST)
    .replace(/-+$/, '')
  return isName(name) ? name : ''
}

/** `rain-song` → `rainSong`. */
export const toolNameFrom = (name: string): string =>
  name.replaceAll(/[-_]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replaceAll(/[-_]+/g, '')
