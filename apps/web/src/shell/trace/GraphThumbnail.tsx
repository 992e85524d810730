import { useMemo } from 'react'
import { useStore } from 'zustand'
import { boundsOf, inflate, sizeOf } from '../../document/layout/geometry.ts'
import { graphStore, type Picture } from '../../document/graph/graph-store.ts'
import { classes } from '../../platform/ui/classes.ts'
import { say } from './say.ts'
import css from './trace.module.css'

const pickShown = ({ shown }: Picture): Picture['shown'] => shown
const pickPlaces = ({ places }: Picture): Picture['places'] => places

/** More nodes than these would be dots. */
const MOST = 400

interface GraphThumbnailProps {
  /** The marked node. */
  readonly node: string
  readonly isBad: boolean
}

/** The canvas, small: every node as a box, every delegation as a line. */
export function GraphThumbnail({ node, isBad }: GraphThumbnailProps) {
  const shown = useStore(graphStore, pickShown)
  const places = useStore(graphStore, pickPlaces)
  const rects = useMemo(
    () =>
      new Map(
        shown.nodes.slice(0, MOST).flatMap((each) => {
          const at = places.get(each.id)
          return at === undefined ? [] : [[each.id, { ...at, ...sizeOf(each) }] as const]
        }),
      ),
    [shown, places],
  )
  if (rects.size === 0) return null
  const { x, y, width, height } = inflate(boundsOf(rects.values()), 24)
  return (
    <svg
      className={css.thumbnail}
      role="img"
      aria-label={say('place')}
      viewBox={`${x} ${y} ${width} ${height}`}
      preserveAspectRatio="xMidYMid meet"
    >
      {shown.edges.map((edge) => {
        const [from, to] = [rects.get(edge.from), rects.get(edge.to)]
        if (from === undefined || to === undefined) return null
        const [fromX, fromY, toX, toY] = [from.x + from.width, from.y + from.height / 2, to.x, to.y + to.height / 2]
        const bend = Math.max(40, Math.abs(toX - fromX) / 2)
        return (
          <path
            key={edge.id}
            className={css.edge}
            d={`M${fromX},${fromY} C${fromX + bend},${fromY} ${toX - bend},${toY} ${toX},${toY}`}
          />
        )
      })}
      {[...rects].map(([id, rect]) => (
        <rect
          key={id}
          {...rect}
          rx={10}
          className={classes(css.box, id === node && css.marked, id === node && isBad && css.markedBad)}
          data-marked={id === node || undefined}
        />
      ))}
    </svg>
  )
}
