import { listActivities, type ListedActivity } from '../../platform/api/activity-client.ts'
import { useListed } from '../../platform/ui/use-listed.ts'

/**
 * The workspace's Activities as the server lists them, asked for again with each `name` that is shown; null asks for none.
 * Empty until the first answer, and without one.
 */
export const useActivities = (name: string | null): readonly ListedActivity[] => useListed(listActivities, name)
