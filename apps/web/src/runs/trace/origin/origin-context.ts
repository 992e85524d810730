import type { ValuePlace } from '@ensemble/core/trace'
import { createContext } from 'react'
import { IS_SAVED } from '../../../platform/api/client.ts'
import { traceValue } from '../../open/traced-value.ts'

/** Shows where the part of a value at a pointer came from; null where values have no recorded place. */
export const OriginContext = createContext<((pointer: string) => void) | null>(null)

/** For the values of one place. A saved page has no server to ask. */
export const showsOrigin = (run: string, { span, part }: Omit<ValuePlace, 'pointer'>) =>
  IS_SAVED ? null : (pointer: string): void => traceValue({ run, place: { span, part, pointer } })
