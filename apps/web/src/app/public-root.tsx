import { type ComponentType, useEffect, useState } from 'react'
import { Toaster } from '../ui/toaster.tsx'

/** Renders the root element of a public page, the same at build and in the browser. */
export function PublicRoot({ page: Page }: { page: ComponentType }) {
  return (
    <>
      <Page />
      <ClientParts />
    </>
  )
}

/** Toasts render into the body, which must wait for the hydration of the prerendered page. */
function ClientParts() {
  const [isTakenOver, setIsTakenOver] = useState(false)
  useEffect(() => {
    setIsTakenOver(true)
    // boot.js has recorded presses until now.
    dispatchEvent(new Event('page-awake'))
  }, [])
  return isTakenOver ? <Toaster /> : null
}
