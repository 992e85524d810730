import { ApiError } from '../api/client.ts'
import { t } from '../i18n/index.ts'
import { openDialog } from './session.ts'

let resolveMounted: () => void
const mounted = new Promise<void>((resolve) => {
  resolveMounted = resolve
})
let tellFirst: () => void
const first = new Promise<void>((resolve) => {
  tellFirst = resolve
})

/** Resolves with the first notice: a window without trouble never fetches the place where notices appear. */
export const firstNotice = (): Promise<void> => first

/** Notices that were given before there was a place for them appear now. */
export const toastsMounted = (): void => resolveMounted()

const toasts = async () => {
  tellFirst()
  return (await mounted.then(() => import('sonner'))).toast
}

export interface NoticeAction {
  readonly label: string
  readonly onClick: () => void
}

interface NoticeOptions {
  readonly other?: NoticeAction | undefined
  /** A later notice with this key takes its place, and `gone` takes it away. */
  readonly key?: string
}

/** The notice that each key has now. A new one gets its own id: one that is leaving takes its id along. */
const idsOf = new Map<string, string>()
let lastId = 0
function identity(key: string | undefined): { readonly id?: string } {
  if (key === undefined) return {}
  notify.gone(key)
  const id = `notice ${++lastId}`
  idsOf.set(key, id)
  return { id }
}

/** The one place for notices: what happened, where, and what to do. */
export const notify = {
  error: (title: string, description?: string, action?: NoticeAction, { other, key }: NoticeOptions = {}): void => {
    const id = identity(key)
    const options = { description, action, ...(other !== undefined && { cancel: other }), duration: 8000, ...id }
    void toasts().then((toast) => toast.error(title, options))
  },
  /** Something that was done and needs no answer. */
  done: (title: string): void => void toasts().then((toast) => toast(title, { duration: 2500 })),
  /** Something that happened, with what can be done about it, in one way or another. */
  tell: (title: string, description: string, action?: NoticeAction, { other, key }: NoticeOptions = {}): void => {
    const id = identity(key)
    const options = { description, action, ...(other !== undefined && { cancel: other }), duration: 8000, ...id }
    void toasts().then((toast) => toast(title, options))
  },
  /** Takes away a notice that holds no longer. */
  gone(key: string): void {
    const id = idsOf.get(key)
    if (idsOf.delete(key)) void toasts().then((toast) => toast.dismiss(id))
  },
  /** A refusal of the server, in its own words, with `again` as its remedy where trying again can help. */
  refusal(error: unknown, title?: string, key?: string, again?: () => void): void {
    const retry = again && { label: t('app.retry'), onClick: again }
    const keyed = key === undefined ? {} : { key }
    if (error instanceof ApiError) {
      const { code } = error
      const page = { label: t('errorCode.short'), onClick: () => openDialog({ type: 'errorCode', code }) }
      this.error(title ?? error.title, error.detail, retry ?? page, { ...keyed, ...(retry && { other: page }) })
    } else this.error(title ?? String(error), title === undefined ? undefined : String(error), retry, keyed)
  },
}
