import type { Dialog } from '../stores/session.ts'
export function OpenDialog({ dialog }: { readonly dialog: Dialog }) {
  return <p>{dialog.type}</p>
}
