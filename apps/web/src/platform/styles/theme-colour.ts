/** A token's value for a canvas, in `element`'s current theme. */
export function themeColour(element: HTMLElement, token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  probe.hidden = true
  element.append(probe)
  const colour = getComputedStyle(probe).color
  probe.remove()
  return colour
}
