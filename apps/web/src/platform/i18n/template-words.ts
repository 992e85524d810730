import { gallery } from './en/gallery.ts'
import { createTexts } from './index.ts'

const say = createTexts({ gallery })

interface Words {
  readonly title: string
  readonly sentence: string
}

type Known = keyof typeof gallery.templates
const isKnown = (name: string): name is Known => Object.hasOwn(gallery.templates, name)

/** A template's name and purpose in the page's language; an unknown one has its own texts. */
export const wordsOf = ({ name, title, sentence }: Words & { readonly name: string }): Words =>
  isKnown(name)
    ? { title: say(`templates.${name}.title`), sentence: say(`templates.${name}.sentence`) }
    : { title, sentence }
