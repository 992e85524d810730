import type { Point } from '../../document/layout/layout-file.ts'
import { contains, crosses, inflate, overlaps, type Rect } from '../../document/layout/geometry.ts'

/** An edge as an SVG path, with the points for its label, best first. */
export interface EdgePath {
  readonly d: string
  readonly labelAt: readonly Point[]
}

const CLEARANCE = 10
const STUB = 22
const RADIUS = 26
const SAMPLES = 28
/** With more nodes near its way than this an edge looks for no way around them. */
const MANY = 60
/** So many channels a detour looks at, the nearest first, when it must also look for a free column. */
const MOST_CROSSINGS = 48

const bezierAt = (a: Point, b: Point, c: Point, d: Point, t: number): Point => {
  const s = 1 - t
  const mix = (p: number, q: number, r: number, u: number): number =>
    s * s * s * p + 3 * s * s * t * q + 3 * s * t * t * r + t * t * t * u
  return { x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) }
}

const MIDDLE_OUT = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82]

function bezier(source: Point, target: Point, obstacles: readonly Rect[]): EdgePath | null {
  if (target.x - source.x < STUB) return null
  const reach = Math.max(40, Math.min(180, (target.x - source.x) / 2))
  const c1 = { x: source.x + reach, y: source.y }
  const c2 = { x: target.x - reach, y: target.y }
  const near = obstacles.filter((rect) =>
    overlaps(rect, {
      x: source.x,
      y: Math.min(source.y, target.y) - 1,
      width: target.x - source.x,
      height: Math.abs(target.y - source.y) + 2,
    }),
  )
  for (let index = 1; index < SAMPLES; index += 1) {
    const point = bezierAt(source, c1, c2, target, index / SAMPLES)
    if (near.some((rect) => contains(rect, point))) return null
  }
  return {
    d: `M${source.x} ${source.y} C${c1.x} ${c1.y} ${c2.x} ${c2.y} ${target.x} ${target.y}`,
    labelAt: MIDDLE_OUT.map((t) => bezierAt(source, c1, c2, target, t)),
  }
}

const between = (a: Point, b: Point, t: number): Point => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t })

/** A curve to a straight lane above or below the obstacle, and a curve on to the target. */
function lane(source: Point, target: Point, obstacles: readonly Rect[]): EdgePath | null {
  const inWay = obstacles.filter((rect) => rect.x < target.x - STUB && rect.x + rect.width > source.x + STUB)
  if (inWay.length === 0) return null
  const left = Math.min(...inWay.map((rect) => rect.x))
  const right = Math.max(...inWay.map((rect) => rect.x + rect.width))
  if (left - source.x < STUB || target.x - right < STUB) return null
  const direct = (source.y + target.y) / 2
  const heights = inWay
    .flatMap((rect) => [rect.y - CLEARANCE, rect.y + rect.height + CLEARANCE])
    .toSorted((a, b) => Math.abs(a - direct) - Math.abs(b - direct))
  for (const y of heights) {
    const enter = { x: left, y }
    const leave = { x: right, y }
    const first = (left + source.x) / 2
    const last = (right + target.x) / 2
    const points: Point[] = [
      enter,
      between(enter, leave, 0.25),
      between(enter, leave, 0.5),
      between(enter, leave, 0.75),
    ]
    for (let index = 1; index < SAMPLES; index += 1) {
      const t = index / SAMPLES
      points.push(bezierAt(source, { x: first, y: source.y }, { x: first, y }, enter, t))
      points.push(bezierAt(leave, { x: last, y }, { x: last, y: target.y }, target, t))
    }
    if (points.some((point) => obstacles.some((rect) => contains(rect, point)))) continue
    return {
      d: `M${source.x} ${source.y} C${first} ${source.y} ${first} ${y} ${left} ${y} L${right} ${y} C${last} ${y} ${last} ${target.y} ${target.x} ${target.y}`,
      labelAt: MIDDLE_OUT.map((t) => between(enter, leave, t)),
    }
  }
  return null
}

const length = (points: readonly Point[]): number =>
  points.slice(1).reduce((sum, point, index) => {
    const before = points[index] ?? point
    return sum + Math.abs(point.x - before.x) + Math.abs(point.y - before.y)
  }, 0)

/** An orthogonal way with rounded corners. */
function rounded(points: readonly Point[]): string {
  const [first] = points
  if (first === undefined) return ''
  let d = `M${first.x} ${first.y}`
  for (let index = 1; index < points.length; index += 1) {
    const before = points[index - 1]
    const at = points[index]
    const after = points[index + 1]
    if (!before || !at) continue
    if (!after) {
      d += ` L${at.x} ${at.y}`
      continue
    }
    const inLength = Math.hypot(at.x - before.x, at.y - before.y)
    const outLength = Math.hypot(after.x - at.x, after.y - at.y)
    const radius = Math.min(RADIUS, inLength / 2, outLength / 2)
    if (radius < 0.5) {
      d += ` L${at.x} ${at.y}`
      continue
    }
    const enter = {
      x: at.x - ((at.x - before.x) / inLength) * radius,
      y: at.y - ((at.y - before.y) / inLength) * radius,
    }
    const leave = {
      x: at.x + ((after.x - at.x) / outLength) * radius,
      y: at.y + ((after.y - at.y) / outLength) * radius,
    }
    d += ` L${enter.x} ${enter.y} Q${at.x} ${at.y} ${leave.x} ${leave.y}`
  }
  return d
}

/** A way along a horizontal channel above, below or between the obstacles. */
function detour(source: Point, target: Point, obstacles: readonly Rect[]): EdgePath {
  const out = source.x + STUB
  const into = target.x - STUB
  const direct = (source.y + target.y) / 2
  const channels = [
    direct,
    ...obstacles
      .flatMap((rect) => [rect.y - CLEARANCE, rect.y + rect.height + CLEARANCE])
      .toSorted((a, b) => Math.abs(a - direct) - Math.abs(b - direct)),
  ]
  const columns = (x: number, side: 1 | -1): number[] => [
    x,
    ...obstacles.map((rect) => (side === 1 ? rect.x + rect.width + CLEARANCE : rect.x - CLEARANCE)),
  ]
  const isFree = (points: readonly Point[]): boolean =>
    points.slice(1).every((point, index) => {
      const before = points[index] ?? point
      // The first and last piece touch a port, which is on the border of its own node.
      return !obstacles.some((rect) => crosses(before, point, rect))
    })
  const via = (channel: number, left: number, right: number): readonly Point[] => [
    source,
    { x: left, y: source.y },
    { x: left, y: channel },
    { x: right, y: channel },
    { x: right, y: target.y },
    target,
  ]
  const plain = channels.map((channel) => via(channel, out, into)).filter(isFree)
  const wider =
    plain.length > 0
      ? plain
      : channels.slice(0, MOST_CROSSINGS).flatMap((channel) =>
          columns(out, 1)
            .filter((x) => x >= out)
            .slice(0, 12)
            .flatMap((left) =>
              columns(into, -1)
                .filter((x) => x <= into)
                .slice(0, 12)
                .map((right) => via(channel, left, right)),
            )
            .filter(isFree),
        )
  const best = wider.toSorted((a, b) => length(a) - length(b))[0] ?? via(channels.at(-1) ?? source.y, out, into)
  const [, , from = source, to = target] = best
  const along = MIDDLE_OUT.map((t) => ({ x: from.x + (to.x - from.x) * t, y: from.y }))
  return { d: rounded(best), labelAt: along }
}

/** A plain curve, whatever it passes: there is no free way past so many nodes that an eye could follow. */
function across(source: Point, target: Point): EdgePath {
  const reach = Math.min(180, Math.max(40, Math.abs(target.x - source.x) / 2))
  const [c1, c2] = [
    { x: source.x + reach, y: source.y },
    { x: target.x - reach, y: target.y },
  ]
  return {
    d: `M${source.x} ${source.y} C${c1.x} ${c1.y} ${c2.x} ${c2.y} ${target.x} ${target.y}`,
    labelAt: MIDDLE_OUT.map((t) => bezierAt(source, c1, c2, target, t)),
  }
}

/** An edge from an output port to an input port: a curve, or a way around `nodes`, which include its two ends. */
export function edgePath(source: Point, target: Point, nodes: readonly Rect[]): EdgePath {
  if (nodes.length > MANY) return across(source, target)
  const obstacles = nodes.map((rect) => inflate(rect, CLEARANCE - 4))
  // Ends lie on their own node's border: shrink those two, so that leaving it does not count as crossing it.
  const fair = obstacles.map((rect, index) => {
    const own = nodes[index]
    if (own === undefined) return rect
    const isSource = Math.abs(own.x + own.width - source.x) < 1 && source.y > own.y && source.y < own.y + own.height
    const isTarget = Math.abs(own.x - target.x) < 1 && target.y > own.y && target.y < own.y + own.height
    return isSource || isTarget ? own : rect
  })
  return bezier(source, target, fair) ?? lane(source, target, fair) ?? detour(source, target, fair)
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The first point on its edge, else touching it, where a label of that size covers no node and no other label. */
function freePlace({ labelAt }: EdgePath, size: Size, taken: readonly Rect[]): Point | undefined {
  const rectAt = ({ x, y }: Point): Rect => ({ x: x - size.width / 2, y: y - size.height / 2, ...size })
  const half = size.height / 2
  const beside = labelAt.flatMap(({ x, y }) => [
    { x, y: y + half },
    { x, y: y - half },
  ])
  return [...labelAt, ...beside].find((point) => !taken.some((rect) => overlaps(rectAt(point), rect)))
}

/** Shortened labels, the widest first, for tight places. */
const NARROWER = [200, 160, 130, 100, 80, 64]

/** A label's place on its edge, clear of nodes and labels, cut to fit; else the first choice, whole. */
export function labelPlace(path: EdgePath, size: Size, taken: readonly Rect[]): Point & { readonly width: number } {
  for (const width of [size.width, ...NARROWER.filter((each) => each < size.width)]) {
    const place = freePlace(path, { ...size, width }, taken)
    if (place !== undefined) return { ...place, width }
  }
  return { x: 0, y: 0, ...path.labelAt[0], width: size.width }
}
