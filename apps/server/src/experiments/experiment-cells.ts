import type { ExperimentCell } from '@ensemble/core/trace'
import type { Experiment } from './experiment-file.ts'

/** The name of a cell's run in the file of its experiment. */
export const keyOf = (variant: number, input: number, repeat: number): string => `${variant}/${input}/${repeat}`

/** Every cell, the variants of one input next to each other, so that the table fills line by line. */
export const cellsOf = ({ inputs, variants, repeats, tool }: Experiment): readonly Omit<ExperimentCell, 'status'>[] =>
  Array.from({ length: repeats }, (_, repeat) =>
    inputs.flatMap((_input, input) => variants.map((_variant, variant) => ({ variant, input, repeat }))),
  )
    .flat()
    // A function is run once: another time it would do the same work again.
    .filter(({ variant, repeat }) => tool === undefined || variant > 0 || repeat === 0)
