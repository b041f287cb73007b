import { confirm } from '../overlays/index.ts'
import { keepAppUpToDate } from '../service-worker/index.ts'
import { keep, readKept } from '../shared/account/kept.ts'
import { toast, UNDERSTOOD } from '../ui/index.ts'

const NOTED_KEY = 'noted-plain-http'

/** Logs once per device which features browsers disable on pages over plain HTTP. */
export function notePlainHttp(): void {
  if (isSecureContext || readKept('device', NOTED_KEY) === true) return
  keep('device', NOTED_KEY, true)
  toast(
    'Over plain HTTP Cardinal works while it reaches its server, but cannot be opened offline or installed. Settings say more.',
    UNDERSTOOD,
  )
}

/** Updates the app after asking in a popup. */
export function keepSignedInAppUpToDate(): void {
  keepAppUpToDate((text) =>
    confirm({ title: 'A new version is ready', text, confirmLabel: 'OK', isUncalled: true }),
  )
}
