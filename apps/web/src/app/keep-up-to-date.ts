import { confirm } from '../overlays/index.ts'
import { keepAppUpToDate } from '../service-worker/index.ts'

/** In the app, where the popups are: asks in one of them. */
export function keepSignedInAppUpToDate(): void {
  keepAppUpToDate((text) =>
    confirm({ title: 'A new version is there', text, confirmLabel: 'OK', isUncalled: true }),
  )
}
