/** Texts whose `{{#node.variable#}}` become `{variable}`, and the members that they ask for. */
export const createPlaces = () => {
  const names = new Map<string, string>()
  const place = (reference: string): string => {
    const known = names.get(reference)
    if (known !== undefined) return known
    const base = (reference.split('.').at(-1) ?? '').replaceAll(/\W+/g, '_').replace(/^[^A-Za-z]+/, '') || 'value'
    let name = base
    for (let count = 2; [...names.values()].includes(name); count++) name = `${base}${count}`
    names.set(reference, name)
    return name
  }
  const read = (text: string): string =>
    text.replaceAll(
      /\{\{(?:#([^#}]+)#|\s*(\w+)\s*)\}\}/g,
      (_, reference: string | undefined, plain: string | undefined) => `{${place((reference ?? plain ?? '').trim())}}`,
    )
  return { read, place, names }
}
