import { orderTool } from '../../document/commands/tool-rows.ts'
import { nameOfIdeaNode } from '../../document/texts/files.ts'
import { selectTool } from '../../platform/session/session.ts'

/** Movements shorter than this are a click. */
const CLICK = 4

/** The index at which a row dropped at `y` goes among rows of one height from `top` down; its own leaves a gap. */
export function indexAt(y: number, top: number, height: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor((y - top) / height)))
}

/** Follows the pointer from a row's grip: the row goes where it is dropped, Escape leaves the order as it was. */
export function dragRow(
  grip: HTMLElement,
  from: { readonly pointerId: number; readonly y: number },
  node: string,
): void {
  const idea = nameOfIdeaNode(node)
  const row = grip.closest<HTMLElement>('[data-tool]')
  const rows = [...(row?.parentElement?.querySelectorAll<HTMLElement>(':scope > [data-tool]') ?? [])]
  const tool = row?.dataset['tool']
  const [first] = rows
  if (idea === null || row === null || tool === undefined || first === undefined) return
  const start = rows.indexOf(row)
  const { top, height } = first.getBoundingClientRect()
  let to: number | null = null
  const mark = (index: number | null): void => {
    to = index
    rows.forEach((each, at) => {
      const side = at !== index || index === start || index === null ? undefined : index < start ? 'before' : 'after'
      if (side === undefined) delete each.dataset['dropRow']
      else each.dataset['dropRow'] = side
    })
    row.toggleAttribute('data-dragged-row', index !== null)
  }
  const stop = new AbortController()
  const { signal } = stop
  const end = (): void => {
    mark(null)
    stop.abort()
  }
  const onMove = ({ clientY }: PointerEvent): void => {
    if (to !== null || Math.abs(clientY - from.y) >= CLICK) mark(indexAt(clientY, top, height, rows.length))
  }
  const onUp = (): void => {
    const index = to
    end()
    if (index === null) selectTool(node, tool)
    else orderTool(idea, tool, index)
  }
  // Released before this code was there.
  if (!grip.hasPointerCapture(from.pointerId)) {
    selectTool(node, tool)
    return
  }
  grip.addEventListener('pointermove', onMove, { signal })
  grip.addEventListener('pointerup', onUp, { signal })
  grip.addEventListener('pointercancel', end, { signal })
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      end()
    },
    { signal, capture: true },
  )
}
