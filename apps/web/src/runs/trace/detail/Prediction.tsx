import type { Json } from '@ensemble/core'
import type { Stored as StoredValue } from '@ensemble/core/journal'
import { changedFields } from '@ensemble/core/trace'
import { JsonTree } from '../JsonTree.tsx'
import { Stored } from '../Stored.tsx'
import { say } from './say.ts'
import css from './SideBySide.module.css'

interface PredictionProps {
  readonly run: string
  readonly prediction: StoredValue<Json>
  readonly result: StoredValue<Json>
}

/** The model's expectation of a Call compared with the result. */
export function Prediction({ run, prediction, result }: PredictionProps) {
  return (
    <Stored<Json> run={run} value={prediction}>
      {(expected) => (
        <Stored<Json> run={run} value={result}>
          {(came) =>
            changedFields(expected, came).length === 0 ? (
              <p className={css.same}>{say('asPredicted')}</p>
            ) : (
              <div className={css.sides}>
                <div>
                  <h4>{say('predicted')}</h4>
                  <JsonTree run={run} value={expected} open={2} />
                </div>
                <div>
                  <h4>{say('came')}</h4>
                  <JsonTree run={run} value={came} open={2} />
                </div>
              </div>
            )
          }
        </Stored>
      )}
    </Stored>
  )
}
