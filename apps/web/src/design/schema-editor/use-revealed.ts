import { useEffect } from 'react'
import { useStore } from 'zustand'
import { revealStore } from '../../document/open/reveal.ts'
import type { editor } from './monaco.ts'
import type { SliceView } from './use-slice.ts'

/** Goes to the place of this file that was asked for last, once the text shows it. */
export function useRevealed(
  view: editor.IStandaloneCodeEditor | undefined,
  { file, fileText, toShown }: SliceView,
): void {
  const place = useStore(revealStore, (state) => state.place)
  useEffect(() => {
    const model = view?.getModel()
    if (!view || !model || place?.file !== file) return
    const shown = toShown([place.offset, place.length])
    if (shown === null) return
    const at = model.getPositionAt(shown[0])
    view.revealPositionInCenterIfOutsideViewport(at)
    view.setPosition(at)
    view.focus()
    revealStore.setState({ place: null })
  }, [place, file, fileText, view, toShown])
}
