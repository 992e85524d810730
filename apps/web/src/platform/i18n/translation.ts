/** A text, or its plural forms chosen by `count`. `{name}` is a variable. */
export type Text = string | Plural

/** The plural forms that a language has (Unicode CLDR, cardinal): English `one` and `other`, Russian `few` and `many` as well. */
export interface Plural {
  readonly one: string
  readonly few?: string
  readonly many?: string
  readonly other: string
}

/** A catalogue in another language: the same keys, each text in the forms which that language has. */
export type Translation<Catalogue> = {
  readonly [Key in keyof Catalogue]: Catalogue[Key] extends Text ? Text : Translation<Catalogue[Key]>
}
