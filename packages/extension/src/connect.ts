import { HANDSHAKE } from '@cardinal/contract/extension-handshake'
import { tell } from './messages.ts'

// Content script: runs in pages of the server that a person is connecting, until the token has arrived.
const say = (kind: string) => window.postMessage({ kind }, location.origin)

async function announce(): Promise<void> {
  if ((await tell({ kind: 'is-connecting' })) === true) say(HANDSHAKE.wants)
}

window.addEventListener('message', ({ source, origin, data }) => {
  if (source !== window || origin !== location.origin || typeof data !== 'object' || data === null) return
  if (data.kind === HANDSHAKE.asks) void announce()
  if (data.kind === HANDSHAKE.gives && typeof data.token === 'string')
    void tell({ kind: 'token', token: data.token }).then((isKept) => {
      if (isKept === true) say(HANDSHAKE.has)
    })
})
void announce()
