import { listLabels } from '../../platform/api/run-client.ts'
import { useListed } from '../../platform/ui/use-listed.ts'

/** The labels that Runs carry; none while they load, and none if they can't be read: then there is one offer less. */
export const useLabels = (): readonly string[] => useListed(listLabels)
