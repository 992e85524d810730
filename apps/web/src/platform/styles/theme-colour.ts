/** A token's value as a canvas takes it, in the theme that is in force for `element`. */
export function themeColour(element: HTMLElement, token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  probe.hidden = true
  element.append(probe)
  const colour = getComputedStyle(probe).color
  probe.remove()
  return colour
}
