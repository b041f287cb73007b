import { HANDSHAKE } from '@cardinal/contract/extension-handshake'
import { useEffect, useRef, useState } from 'react'

/** ms within which an extension says that it has kept the token. */
const ANSWERS_WITHIN = 5_000

/** Whether an extension of this browser asks this page for a token, and the way to give it one. */
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
  /** Gives the token to the extension. False: it did not answer in time. */
  const give = async (token: string): Promise<boolean> => {
    const kept = new Promise<boolean>((resolve) => {
      onKept.current = () => resolve(true)
      setTimeout(() => resolve(false), ANSWERS_WITHIN)
    })
    window.postMessage({ kind: HANDSHAKE.gives, token }, location.origin)
    return kept
  }
  return { isAsking, give }
}
