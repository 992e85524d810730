import type { Graph, GraphNode } from '@ensemble/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { readOutline, type Outline } from '../../platform/api/workspace-client.ts'
import { ideaSize, inputPort, rowY } from '../../document/layout/geometry.ts'
import { layoutGraph } from '../../document/layout/layout.ts'
import type { Point, Positions } from '../../document/layout/layout-file.ts'
import css from './thumbnail.module.css'

/** The shape of a thumbnail: the layout fills it as it would fill a window. */
const FRAME = { pane: { width: 740, height: 440 }, groups: [] }
const MARGIN = 60

const idOf = (index: number): string => `idea:${index}`

/** As much of a graph as the layout needs. */
const graphOf = ({ nodes, edges }: Outline): Graph => {
  const calls = new Map<number, number[]>()
  for (const [from, to] of edges) calls.set(from, [...(calls.get(from) ?? []), to])
  return {
    nodes: nodes.map(({ name, tools }, index): GraphNode => ({
      id: idOf(index),
      kind: 'idea',
      name,
      input: null,
      output: null,
      problems: 0,
      tools: Array.from({ length: tools }, (_, row) => ({
        name: String(row),
        mode: 'latent',
        modules: [],
        approval: false,
      })),
    })),
    edges: [...calls].flatMap(([from, targets]) =>
      targets.map((to, row) => ({
        id: `${from}/${to}`,
        from: idOf(from),
        tool: String(row),
        to: idOf(to),
        imports: [],
        importsMode: 'provisioned' as const,
        resolve: 'runtime' as const,
      })),
    ),
    problems: [],
  }
}

const placedIn = ({ nodes }: Outline): Positions =>
  new Map(
    nodes.flatMap(({ x, y }, index): [string, Point][] =>
      x === undefined || y === undefined ? [] : [[idOf(index), { x, y }]],
    ),
  )

interface Picture {
  readonly box: string
  readonly rects: readonly (Point & { readonly width: number; readonly height: number })[]
  readonly lines: readonly string[]
}

const pictureOf = (outline: Outline): Picture => {
  const graph = graphOf(outline)
  const places = layoutGraph(graph, placedIn(outline), FRAME)
  const rects = graph.nodes.map(({ id, tools }) => ({
    ...(places.get(id) ?? { x: 0, y: 0 }),
    ...ideaSize(tools.length),
  }))
  const lines = graph.edges.flatMap(({ from, to, tool }) => {
    const [start, end] = [places.get(from), places.get(to)]
    if (start === undefined || end === undefined) return []
    const [x1, y1] = [start.x + ideaSize(0).width, start.y + rowY(Number(tool))]
    const { x: x2, y: y2 } = inputPort(end)
    const bend = Math.max(60, Math.abs(x2 - x1) / 2)
    return [`M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`]
  })
  const left = Math.min(...rects.map(({ x }) => x)) - MARGIN
  const top = Math.min(...rects.map(({ y }) => y)) - MARGIN
  const right = Math.max(...rects.map(({ x, width }) => x + width)) + MARGIN
  const bottom = Math.max(...rects.map(({ y, height }) => y + height)) + MARGIN
  // A single Idea isn't drawn larger than one of several.
  const width = Math.max(right - left, FRAME.pane.width)
  const height = Math.max(bottom - top, FRAME.pane.height)
  const box = [(left + right - width) / 2, (top + bottom - height) / 2, width, height].join(' ')
  return { box, rects, lines }
}

/** A workspace's graph in miniature: its Ideas as boxes, and lines for who delegates to whom. */
export function Thumbnail({ outline, isLarge }: { readonly outline: Outline | null; readonly isLarge?: boolean }) {
  const picture = useMemo(() => (outline === null || outline.nodes.length === 0 ? null : pictureOf(outline)), [outline])
  return (
    <svg
      className={isLarge === true ? css.large : css.small}
      viewBox={picture?.box ?? '0 0 74 44'}
      preserveAspectRatio="xMidYMid meet"
      aria-hidden
    >
      {picture?.lines.map((line) => (
        <path key={line} d={line} />
      ))}
      {picture?.rects.map(({ x, y, width, height }) => (
        <rect key={`${x} ${y}`} x={x} y={y} width={width} height={height} rx="22" />
      ))}
    </svg>
  )
}

/** The same, read when it comes into view. */
export function LazyThumbnail({ name }: { readonly name: string }) {
  const place = useRef<HTMLSpanElement>(null)
  const [outline, setOutline] = useState<Outline | null>(null)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    let isHere = true
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      // Without a picture the row still has its name.
      readOutline(name).then(
        (found) => isHere && setOutline(found),
        () => undefined,
      )
    })
    observer.observe(element)
    return () => {
      isHere = false
      observer.disconnect()
    }
  }, [name])
  return (
    <span ref={place} className={css.place}>
      <Thumbnail outline={outline} />
    </span>
  )
}
