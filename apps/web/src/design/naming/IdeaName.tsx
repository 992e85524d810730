import type { GraphNode } from '@ensemble/core'
import { editInPlace } from '../../document/graph/in-place.ts'
import { InPlaceName } from '../../platform/ui/InPlaceName.tsx'
import { nameIdea } from './name.ts'
import { t } from './texts.ts'

/** Written out at least this large, in pixels of the window. */
const READABLE = 13

interface IdeaNameProps {
  readonly node: GraphNode
  /** The zoom of the canvas; the text stays readable when it is small. */
  readonly zoom?: number
}

/** Edits the title of an Idea in place. */
export function IdeaName({ node, zoom = 1 }: IdeaNameProps) {
  return (
    <InPlaceName
      label={t('idea')}
      value={node.title ?? node.name}
      style={{ fontSize: Math.max(READABLE + 0.5, READABLE / zoom) }}
      onDone={(title) => {
        editInPlace(null)
        if (title !== null) nameIdea(node.name, title)
      }}
    />
  )
}
