import { HANDSHAKE } from '@cardinal/contract/extension-handshake'
import { useEffect, useRef, useState } from 'react'

/** ms to wait for the extension's message that it stored the token. */
const ANSWER_TIMEOUT_MS = 5_000

/** Whether an extension of this browser asks for a token, and the function that sends one. */
export function useExtension() {
  const [isAsking, setIsAsking] = useState(false)
  const onKept = useRef<() => void>(() => undefined)
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent) => {
      if (source !== window || origin !== location.origin) return
      if (data?.kind === HANDSHAKE.wants) setIsAsking(true)
      if (data?.kind === HANDSHAKE.has) onKept.current()
    }
    addEventListener('message', listen)
    window.postMessage({ kind: HANDSHAKE.asks }, location.origin)
    return () => removeEventListener('message', listen)
  }, [])
  /** Sends the token to the extension. Resolves with false if it didn't confirm in time. */
  const give = async (token: string): Promise<boolean> => {
    const kept = new Promise<boolean>((resolve) => {
      onKept.current = () => resolve(true)
      setTimeout(() => resolve(false), ANSWER_TIMEOUT_MS)
    })
    window.postMessage({ kind: HANDSHAKE.gives, token }, location.origin)
    return kept
  }
  return { isAsking, give }
}
