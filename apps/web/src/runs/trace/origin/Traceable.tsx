import { placeText, type ValuePlace } from '@ensemble/core/trace'
import { useMemo, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { part } from '../../../platform/ui/part.tsx'
import { tracedValue } from '../../open/traced-value.ts'
import { OriginContext, showsOrigin } from './origin-context.ts'

const OriginView = part(() => import('./OriginView.tsx').then((module) => module.OriginView))

/** The way of a value of another span, so that a person can follow it from span to span; the Result shows that of the Run itself. */
export function TracedElsewhere({ run, span }: { readonly run: string; readonly span: string }) {
  const value = useStore(tracedValue, (traced) => traced.value)
  if (value?.run !== run || value.place.span === span || value.place.span === '') return null
  return <OriginView key={placeText(value.place)} {...value} />
}

interface TraceableProps {
  readonly run: string
  readonly span: string
  readonly part: ValuePlace['part']
  readonly children: ReactNode
}

/** A recorded value whose parts can be traced, and below it the way of the part that was chosen. */
export function Traceable({ run, span, part: which, children }: TraceableProps) {
  const value = useStore(tracedValue, (traced) => traced.value)
  const show = useMemo(() => showsOrigin(run, { span, part: which }), [run, span, which])
  const isHere = value?.run === run && value.place.span === span && value.place.part === which
  return (
    <OriginContext value={show}>
      {children}
      {isHere && <OriginView key={value.place.pointer} {...value} />}
    </OriginContext>
  )
}
