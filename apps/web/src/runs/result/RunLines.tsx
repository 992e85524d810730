import { FailureLine } from './FailureLine.tsx'
import { SimulatedLine } from './SimulatedLine.tsx'

/** The notices of the open Run, over whatever tab shows it. */
export const RunLines = () => (
  <>
    <FailureLine />
    <SimulatedLine />
  </>
)
