/** The width below which panels give way to the canvas: `workbench.module.css` has it, too. */
const SMALL = '(max-width: 1100px)'

export const isSmallWindow = (): boolean => matchMedia(SMALL).matches

/** Calls back when the window becomes small or large. Returns how to stop. */
export function watchSmallWindow(callback: () => void): () => void {
  const query = matchMedia(SMALL)
  query.addEventListener('change', callback)
  return () => query.removeEventListener('change', callback)
}
