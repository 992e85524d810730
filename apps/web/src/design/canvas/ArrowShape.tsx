/** The id of the arrowhead, for every edge: it takes the colour of the edge that it ends. */
export const ARROW = 'delegation-arrow'

/** The arrowhead of edges, drawn once for all of them. */
export function ArrowShape() {
  return (
    <svg width={0} height={0} style={{ position: 'absolute' }} aria-hidden>
      <marker id={ARROW} viewBox="0 0 8 8" refX={7.5} refY={4} markerWidth={5} markerHeight={5} orient="auto">
        <path d="M0 .6 7.5 4 0 7.4z" fill="context-stroke" />
      </marker>
    </svg>
  )
}
